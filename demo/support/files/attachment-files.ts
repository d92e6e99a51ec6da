import { createRandom } from '#demo/random.ts'
import type { MessageKind } from '#demo/support/messages.ts'
import { picture, type Rectangle } from './picture.ts'
import { sheet } from './sheet.ts'

type Attachment = {
  title: string
  with: 'ticket' | MessageKind
  fileName: string
  make: () => Buffer
}

const WINDOW = [640, 360] as const
const white = [255, 255, 255] as const

const screen = (color: Rectangle['color'], fields: number): Buffer =>
  picture(...WINDOW, [
    { x: 0, y: 0, width: WINDOW[0], height: WINDOW[1], color: [203, 213, 225] },
    { x: 80, y: 40, width: 480, height: 280, color: white },
    { x: 80, y: 40, width: 480, height: 32, color: [30, 41, 59] },
    { x: 92, y: 51, width: 130, height: 10, color: [148, 163, 184] },
    { x: 536, y: 50, width: 12, height: 12, color: [239, 68, 68] },
    ...Array.from({ length: fields }, (_none, place) => [
      { x: 112, y: 100 + place * 40, width: 100, height: 12, color: [100, 116, 139] as const },
      { x: 232, y: 94 + place * 40, width: 290, height: 24, color: [241, 245, 249] as const },
    ]).flat(),
    { x: 422, y: 276, width: 100, height: 28, color },
  ])

const log = (lines: string[]) => () => Buffer.from(`${lines.join('\r\n')}\r\n`)

const attachments: Attachment[] = [
  {
    title: 'Activation says the device already has a license',
    with: 'ticket',
    fileName: 'activation-window.png',
    make: () => screen([220, 38, 38], 3),
  },
  {
    title: 'Printing the delivery note cuts off the last column',
    with: 'ticket',
    fileName: 'delivery-note.png',
    make: () => screen([37, 99, 235], 4),
  },
  {
    title: 'Update to 4.2.1 stops at 80 %',
    with: 'followUp',
    fileName: 'setup.log',
    make: log([
      '08:14:02 INFO  Setup 4.2.1 started',
      '08:14:05 INFO  Removing 4.1.9',
      '08:14:31 WARN  rename app.new: the file is in use by another process, trying again',
      '08:15:01 WARN  rename app.new: the file is in use by another process, trying again',
      '08:44:31 ERROR Failed after 60 attempts, restoring 4.1.9',
    ]),
  },
  {
    title: 'Invoice needs our purchase order number',
    with: 'ticket',
    fileName: 'purchase-order-4500018820.pdf',
    make: () =>
      sheet([
        'Purchase order 4500018820',
        '',
        'Please state this number on every invoice.',
        'Valid until 31 December.',
      ]),
  },
  {
    title: 'Report is empty for February',
    with: 'answer',
    fileName: 'manual-period.png',
    make: () => screen([22, 163, 74], 2),
  },
  {
    title: 'Application closes when a scanner is plugged in',
    with: 'note',
    fileName: 'scanner-trace.log',
    make: log([
      '10:02:11.204 usb    arrival vid=05e0 pid=1200 class=keyboard',
      '10:02:11.377 input  layout of device 3 is null',
      '10:02:11.377 fatal  null reference in InputLayout.Resolve, closing',
    ]),
  },
]

const TIMES = 3

const random = createRandom(14)

export const attachmentFiles = attachments.flatMap(({ fileName, ...file }) =>
  Array.from({ length: TIMES }, () => {
    const ending = fileName.endsWith('.log') ? 'txt' : fileName.slice(-3)
    return { ...file, fileName, key: `attachment-${random.uuid()}.${ending}` }
  }),
)

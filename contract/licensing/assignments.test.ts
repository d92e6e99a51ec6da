import { expect, test } from 'vitest'
import { readAssignments } from './assignments.ts'

const [one, other] = ['4C4C4544-0044-3510-8052-B4C04F4D3732', '03d40274-0435-0586-3006-710700080009']

test.each([
  ['one UUID per line', `${one}\n\n  ${other}  \n`, [{ deviceFingerprint: one }, { deviceFingerprint: other }]],
  ['a CSV file with a header', `UUID,Label\r\n${one},Boardroom\r\n`, [{ deviceFingerprint: one, label: 'Boardroom' }]],
  ['the label first', `Boardroom;${one}`, [{ deviceFingerprint: one, label: 'Boardroom' }]],
  [
    'quotes, tabs and a byte order mark',
    `\uFEFF"${one}"\t"Front desk"`,
    [{ deviceFingerprint: one, label: 'Front desk' }],
  ],
  ['anything else as it is, so that the server can say why not', 'PC-7', [{ deviceFingerprint: 'PC-7' }]],
  ['nothing', ' \n', []],
])('reads %s', (_what, text, devices) => {
  expect(readAssignments(text)).toEqual(devices)
})

import type { TicketPriority } from '#contract/support/ticket-fields.ts'

type TicketTopic = { title: string; description: string; category: string; priority: TicketPriority }

export const ticketTopics: TicketTopic[] = [
  {
    title: 'Activation says the device already has a license',
    description:
      'We replaced the mainboard of the dispatch PC last night. The application now says that this device already has a license, but the old UUID is gone. Which of the two do we revoke?',
    category: 'Licenses',
    priority: 'high',
  },
  {
    title: 'No one at the weighbridge can sign in since this morning',
    description:
      'All three weighbridge machines show "Subscription overdue" although the invoice was paid on Friday. Trucks are queueing, please call us.',
    category: 'Billing',
    priority: 'urgent',
  },
  {
    title: 'Printing the delivery note cuts off the last column',
    description:
      'On A4 the column with the batch number is cut off. On the screen it looks right. We use a Kyocera with the latest driver.',
    category: 'Printing',
    priority: 'medium',
  },
  {
    title: 'Move five licenses to the new depot',
    description:
      'Five of our machines move to the new depot next week and get new host names. Do we have to do anything before we unplug them?',
    category: 'Licenses',
    priority: 'low',
  },
  {
    title: 'Update to 4.2.1 stops at 80 %',
    description:
      'The update downloads and then stays at 80 % for half an hour. Canceling and trying again does not help. The log is 4 MB, where can we send it?',
    category: 'Updates',
    priority: 'high',
  },
  {
    title: 'Invoice needs our purchase order number',
    description: 'Our accounts department cannot release the payment without PO 4500018820 on the invoice.',
    category: 'Billing',
    priority: 'medium',
  },
  {
    title: 'How do we give a license back?',
    description: 'One of our laptops was stolen. How do we make sure that no one can use its license?',
    category: 'Licenses',
    priority: 'medium',
  },
  {
    title: 'Report is empty for February',
    description:
      'The monthly report shows nothing for February although we worked every day. January and March are complete.',
    category: 'Reports',
    priority: 'medium',
  },
  {
    title: 'Please add a dark theme',
    description: 'We work in the dark at night, and a white screen strains our eyes. A dark theme would help a lot.',
    category: 'Feature requests',
    priority: 'low',
  },
  {
    title: 'Offline machines in the shaft',
    description:
      'Two machines are underground without any network for up to three weeks at a time. Can they keep their licenses?',
    category: 'Network',
    priority: 'high',
  },
  {
    title: 'Wrong company name in the title bar',
    description: 'The title bar still shows our old name. The portal shows the new one.',
    category: 'Account',
    priority: 'low',
  },
  {
    title: 'Application closes when a scanner is plugged in',
    description:
      'As soon as the barcode scanner is plugged in, the application closes without a message. Happens on Windows 10 and 11 alike.',
    category: 'Devices and scanners',
    priority: 'high',
  },
]

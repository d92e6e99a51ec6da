type Reply = {
  answer: string
  /** From the customer. */
  followUp: string
  /** Internal. */
  note: string
  closing: string
}

/** By ticket title. */
export const replies: Record<string, Reply> = {
  'Activation says the device already has a license': {
    answer: 'Both UUIDs are in the history of the license. Please revoke the one that was last seen before the repair.',
    followUp: 'We found it: last seen on the evening of the repair. Do we lose the settings of the old one?',
    note: 'Third mainboard at this customer this year. Worth a call about the power supply in the dispatch office.',
    closing: 'The settings are in the user profile and stay. The new UUID is active now.',
  },
  'No one at the weighbridge can sign in since this morning': {
    answer:
      'We have received the payment, and the subscription is active again. Please restart one machine and let us know if it works.',
    followUp: 'The first machine works. The other two still show the message. What can we do?',
    note: 'The payment had the wrong reference. Accounts assigned it manually. Please watch the next renewal.',
    closing: 'The other two had no network. They checked in as soon as the cable was replaced.',
  },
  'Printing the delivery note cuts off the last column': {
    answer: 'Please set the margins in the print dialog to 8 mm. Does that print the whole column?',
    followUp: 'Yes, 8 mm works. Can the application remember that?',
    note: 'The driver reports a printable area that is 4 mm too wide. Same as with the older model.',
    closing: 'The next version remembers the margins for each printer.',
  },
  'Move five licenses to the new depot': {
    answer:
      'You don’t need to do anything: a new host name doesn’t make it a new device. Please connect them within 30 days.',
    followUp: 'Two of them get new network cards as well. Does that matter?',
    note: 'They renew in spring and are considering ten more seats for the depot. I informed sales.',
    closing: 'A new network card doesn’t matter either. All five have checked in from the new depot.',
  },
  'Update to 4.2.1 stops at 80 %': {
    answer: 'Please send the last 200 lines of the log. Is there a virus scanner that watches the program folder?',
    followUp:
      'Yes, and it was scanning the whole time. After we added an exception, the update finished on one machine.',
    note: 'The scanner keeps the new files open. I asked the developers to retry the rename.',
    closing: 'All machines are up to date. From the next version on, you won’t need the exception.',
  },
  'Invoice needs our purchase order number': {
    answer: 'We added the number to the invoice. You can download the new copy under Billing.',
    followUp: 'Thank you. Can it be on all invoices until the end of the year?',
    note: 'Add the number to the notes of every renewal until December.',
    closing: 'It will be on all of them until the end of the year.',
  },
  'How do we give a license back?': {
    answer: 'Revoke it on the Licenses page. The laptop is locked at its next check-in.',
    followUp: 'Done. Can we use the seat for the new laptop immediately?',
    note: 'The laptop has not checked in since the day it was stolen.',
    closing: 'Yes. The new laptop has been using the seat since this morning.',
  },
  'Report is empty for February': {
    answer: 'Please open the report with a manual period, from the 1st to the last day. Is it still empty?',
    followUp: 'Now the numbers are there. So the problem is the button for last month?',
    note: 'The button uses 30 days from the 1st, which fails in short months. Known bug.',
    closing: 'It was the button. It’s fixed in the latest version.',
  },
  'Please add a dark theme': {
    answer: 'It’s planned for the second half of the year. Would you like to try it before that?',
    followUp: 'Yes, please, on the two night shift machines.',
    note: 'Fifth request for it. Added to the list for the trial.',
    closing: 'You’re on the list. We’ll let you know as soon as you can try it.',
  },
  'Offline machines in the shaft': {
    answer: 'A machine keeps its license for 30 days without any network. Three weeks is no problem.',
    followUp: 'What if one has to stay longer?',
    note: 'If more customers ask for this, the time could be a setting of the organization.',
    closing: 'Then let it check in once before that. The 30 days start again.',
  },
  'Wrong company name in the title bar': {
    answer: 'The application reads the name when a user signs in. Does it change after signing in again?',
    followUp: 'On most machines, yes. On two, the old name comes back.',
    note: 'Those two have a saved profile with the old name.',
    closing: 'We’ve removed the saved profile on both. The name is correct now.',
  },
  'Application closes when a scanner is plugged in': {
    answer: 'Which scanner is it, and does it also happen with a scanner from another workplace?',
    followUp: 'It’s the cordless one. The old one with a cable works fine.',
    note: 'The cordless one shows up as a keyboard without a layout. I can reproduce it here.',
    closing: 'The latest version supports the scanner. Please let us know if it closes again.',
  },
}

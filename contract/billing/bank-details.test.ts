import { expect, test } from 'vitest'
import { readBankDetails } from './bank-details.ts'

test('a line with a colon has a label, and other lines are text', () => {
  expect(
    readBankDetails('First Bank\n\n Account number: 62 000 \nBranch code:250655\nSwift:\nhttps://bank.example'),
  ).toEqual([
    { label: null, value: 'First Bank' },
    { label: 'Account number', value: '62 000' },
    { label: 'Branch code', value: '250655' },
    { label: null, value: 'Swift:' },
    { label: null, value: 'https://bank.example' },
  ])
})

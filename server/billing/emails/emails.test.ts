import { expect, test } from 'vitest'
import { formatDate } from '#contract/dates.ts'
import { createWorld } from '#server/domain/example-data.ts'
import { config } from '#server/testing/testing.ts'
import { moneyExamples } from './examples/money.ts'

const vendor = { ...config.vendor, bankDetails: 'Example Bank\nAccount 1234567890\nBranch 250655' }
const sender = { ...config, vendor, publicUrl: 'https://portal.example' }
const world = createWorld(sender)
const examples = moneyExamples(world)
const NUMBER = `INV-${world.year}-00042`

test('each kind of money email leads to its invoice', () => {
  const emails = Object.values(examples).flatMap((emails) => Object.values(emails))
  expect(emails.length).toBeGreaterThan(15)
  for (const { text, kind } of emails) {
    expect(text, kind).toContain(`https://portal.example/billing?invoice=${world.id}`)
  }
})

test('an email about money shows the balance, the bank details and the payment reference', () => {
  const { 'To pay': issued } = examples['invoice-issued']
  const { 'In full': receipt } = examples['payment-received']
  const how = `Pay by EFT to:\n  Example Bank\n  Account 1234567890\n  Branch 250655\nYour reference: ${NUMBER}`
  expect(issued?.text).toContain(how)
  expect(issued?.text).toContain(`Amount: R14499.00\nTo pay: R14499.00\nDue on: ${formatDate(world.day(7))}`)
  expect(issued?.text).toContain('- 25 × Standard Plan: R12499.00\n')
  expect(issued?.text).toContain('- -2 seats: −R499.00\n')
  expect(receipt?.text).not.toContain('Example Bank')
})

test('a vendor without bank details is asked where to pay', () => {
  const silent = createWorld({ ...sender, vendor: { ...vendor, bankDetails: undefined } })
  const { 'To pay': issued } = moneyExamples(silent)['invoice-issued']
  expect(issued?.text).toContain(`Your reference: ${NUMBER}`)
  expect(issued?.text).toContain(`If you don’t know where to pay, contact ${config.salesEmail}.`)
})

test('an email to an organization’s address has a greeting', () => {
  const { 'To an organization without administrators': issued } = examples['invoice-issued']
  const day = formatDate(world.day(7))
  expect(issued?.text).toMatch(new RegExp(`^Hello\n\nInvoice ${NUMBER} for R14499.00 is due on ${day}\\.`))
})

import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { fieldErrors, formValues, refusedFields, type FormControl } from './form-values.ts'

const control = (given: Partial<FormControl>): FormControl => ({ name: 'x', type: 'text', value: '', ...given })

test('reads text unchanged, including spaces', () => {
  expect(formValues([control({ name: 'label', value: ' Front desk ' })])).toEqual({ label: ' Front desk ' })
})

test('reads a checkbox as true or false, also when it is unchecked', () => {
  const boxes = [
    control({ name: 'acceptTerms', type: 'checkbox', value: 'on', checked: true }),
    control({ name: 'published', type: 'checkbox', value: 'on', checked: false }),
  ]
  expect(formValues(boxes)).toEqual({ acceptTerms: true, published: false })
})

test('reads the selected radio button', () => {
  const radios = ['now', 'period_end'].map((value) =>
    control({ name: 'effective', type: 'radio', value, checked: value === 'now' }),
  )
  expect(formValues(radios)).toEqual({ effective: 'now' })
})

test('skips buttons without a name and disabled controls', () => {
  expect(formValues([control({ name: '', type: 'submit' }), control({ name: 'plan', disabled: true })])).toEqual({})
})

test('reads a chosen file, or nothing', () => {
  const file = new File(['%PDF-'], 'invoice.pdf')
  expect(formValues([control({ name: 'pdf', type: 'file', files: [file] })])).toEqual({ pdf: file })
  expect(formValues([control({ name: 'pdf', type: 'file', files: [] })])).toEqual({ pdf: undefined })
})

test('reads what the browser could not read as a text that is neither empty nor a date nor a number', () => {
  const until = control({ name: 'until', type: 'date', validity: { badInput: true } })
  expect(formValues([until, control({ name: 'from', type: 'date' })])).toEqual({ until: '?', from: '' })
})

test('keeps only the first error of each field', () => {
  const Account = z.object({
    username: z.string().check(z.minLength(3, 'Too short'), z.regex(/^[a-z]+$/, 'Letters only')),
    email: z.email('Not an address'),
  })
  const { error } = z.safeParse(Account, { username: '1', email: 'x' })
  expect(fieldErrors(error?.issues ?? [])).toEqual({ username: 'Too short', email: 'Not an address' })
})

test('returns the fields of a refused call, and none for other failures', () => {
  expect(refusedFields(Object.assign(new Error('409'), { errors: { email: 'Already in use' } }))).toEqual({
    email: 'Already in use',
  })
  expect(refusedFields(new TypeError('Failed to fetch'))).toEqual({})
  expect(refusedFields(null)).toEqual({})
})

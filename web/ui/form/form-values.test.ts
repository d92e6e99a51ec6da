import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { fieldErrors, formValues, refusedFields, type FormControl } from './form-values.ts'

const control = (given: Partial<FormControl>): FormControl => ({ name: 'x', type: 'text', value: '', ...given })

test('text is read as it stands, spaces included', () => {
  expect(formValues([control({ name: 'label', value: ' Front desk ' })])).toEqual({ label: ' Front desk ' })
})

test('a box is true or false, also when nobody ticked it', () => {
  const boxes = [
    control({ name: 'acceptTerms', type: 'checkbox', value: 'on', checked: true }),
    control({ name: 'published', type: 'checkbox', value: 'on', checked: false }),
  ]
  expect(formValues(boxes)).toEqual({ acceptTerms: true, published: false })
})

test('of several radio buttons the chosen one counts', () => {
  const radios = ['now', 'period_end'].map((value) =>
    control({ name: 'effective', type: 'radio', value, checked: value === 'now' }),
  )
  expect(formValues(radios)).toEqual({ effective: 'now' })
})

test('buttons without a name and disabled controls are left out', () => {
  expect(formValues([control({ name: '', type: 'submit' }), control({ name: 'plan', disabled: true })])).toEqual({})
})

test('a picked file is the file, an empty picker nothing', () => {
  const file = new File(['%PDF-'], 'invoice.pdf')
  expect(formValues([control({ name: 'pdf', type: 'file', files: [file] })])).toEqual({ pdf: file })
  expect(formValues([control({ name: 'pdf', type: 'file', files: [] })])).toEqual({ pdf: undefined })
})

test('each field shows its first problem only', () => {
  const Account = z.object({
    username: z.string().check(z.minLength(3, 'Too short'), z.regex(/^[a-z]+$/, 'Letters only')),
    email: z.email('Not an address'),
  })
  const { error } = z.safeParse(Account, { username: '1', email: 'x' })
  expect(fieldErrors(error?.issues ?? [])).toEqual({ username: 'Too short', email: 'Not an address' })
})

test('a refused call names its fields, any other failure none', () => {
  expect(refusedFields(Object.assign(new Error('409'), { errors: { email: 'Already in use' } }))).toEqual({
    email: 'Already in use',
  })
  expect(refusedFields(new TypeError('Failed to fetch'))).toEqual({})
  expect(refusedFields(null)).toEqual({})
})

import { expect, test } from 'vitest'
import { isAdmin, isOrganizationAdmin, isStaff, Role, roleName } from './roles.ts'

test('there are four roles: two are staff, and two administer an organization [R-GEN-14 R-ROLE-16]', () => {
  expect(Role.options).toEqual(['admin', 'agent', 'org_admin', 'customer'])
  expect(Role.options.filter(isStaff)).toEqual(['admin', 'agent'])
  expect(Role.options.filter(isAdmin)).toEqual(['admin'])
  expect(Role.options.filter(isOrganizationAdmin)).toEqual(['admin', 'org_admin'])
})

test('a role is read with a space in place of its underscore [R-TOP-07]', () => {
  expect(Role.options.map(roleName)).toEqual(['admin', 'agent', 'org admin', 'customer'])
})

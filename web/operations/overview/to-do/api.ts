import { customers } from '#contract/operations/customers.ts'
import { dashboard } from '#contract/operations/dashboard.ts'
import { useUndoableWrite, useWrite } from '#web/app/api/data.ts'

const refresh = [dashboard.read, customers.list]

export const useSnoozeCustomer = () =>
  useUndoableWrite(customers.snooze, {
    success: ({ message }) => message,
    failure: 'Failed to change the snooze of the organization',
    refresh,
  })

export const useAssignCustomer = () =>
  useWrite(customers.setOwner, {
    success: ({ name, owner }) => ['Account owner changed', `${owner?.name ?? 'No one'} looks after ${name}.`],
    failure: 'Failed to change the account owner',
    refresh,
  })

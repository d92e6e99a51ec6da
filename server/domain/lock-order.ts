type Lockable = { table: string; under?: string }

/**
 * The order in which a transaction locks rows, by table: transactions that lock in one order never wait in a circle. A table is locked
 * by `select … for update` and its weaker forms, by `update`, `delete` and `on conflict do update`. Every API test checks the order
 * (server/testing/lock-order.ts).
 *
 * Rows that are `under` another one are locked by whoever has locked that one. While it is locked exclusively nobody else gets to them,
 * so their place does not matter; while it is shared they have it; without it they are the last that the transaction locks.
 */
export const LOCK_ORDER: Lockable[] = [
  { table: 'ticket_categories' },
  { table: 'tickets' },
  { table: 'license_requests' },
  { table: 'organizations' },
  { table: 'subscriptions', under: 'organizations' },
  { table: 'adjustments', under: 'organizations' },
  { table: 'invoices', under: 'organizations' },
  { table: 'seat_charges', under: 'organizations' },
  { table: 'users' },
  { table: 'invitations' },
  { table: 'mfa_secrets', under: 'users' },
  { table: 'backup_codes', under: 'users' },
  { table: 'user_tokens', under: 'users' },
  { table: 'login_challenges', under: 'users' },
  { table: 'sessions', under: 'users' },
  { table: 'known_browsers', under: 'users' },
  { table: 'licenses' },
  { table: 'lost_devices' },
  { table: 'file_revocations' },
  { table: 'check_ins' },
  { table: 'enrollment_keys' },
  { table: 'number_series' },
  { table: 'versions' },
  { table: 'release_notes' },
  { table: 'objects' },
  { table: 'ticket_mails' },
  { table: 'idempotency_keys' },
]

type Lockable = { table: string; under?: string }

/**
 * The order in which transactions lock tables, so that they never wait in a circle. `select … for update` and its weaker forms, `update`,
 * `delete` and `on conflict do update` lock. Every API test checks the order (server/testing/lock-order.ts).
 *
 * Rows `under` another row are locked after it. Under an exclusive lock their position does not matter; under a shared lock they have it;
 * without either they are locked last.
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
  { table: 'ticket_reads' },
  { table: 'document_feedback' },
  { table: 'idempotency_keys' },
]

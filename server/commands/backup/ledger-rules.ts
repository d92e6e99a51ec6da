import type pg from 'pg'

/** Rules beyond the keys and checks of the schema. Each query returns the rows that break its rule. */
const rules = {
  'An invoice’s paid amount is the sum of its payments': `
    select invoice_number as name from invoices left join (
      select invoice_id, sum(amount_cents) as cents from payments group by 1) as ledger on ledger.invoice_id = invoices.id
    where paid_cents <> coalesce(ledger.cents, 0)`,
  'An invoice’s credited amount is the sum of its credit notes': `
    select invoice_number as name from invoices left join (
      select invoice_id, sum(amount_cents) as cents from credit_notes group by 1) as notes on notes.invoice_id = invoices.id
    where credited_cents <> coalesce(notes.cents, 0)`,
  'An invoice’s status is the last of its status changes': `
    select invoice_number as name from invoices join (
      select distinct on (invoice_id) invoice_id, to_status from invoice_status_changes
      order by invoice_id, created_at desc, id desc) as last on last.invoice_id = invoices.id
    where last.to_status <> invoices.status`,
  'An active license has a device': `
    select label as name from licenses where status = 'active' and device_fingerprint is null`,
  'License files can be signed': `
    select 'current key' as name where not exists (
      select from signing_keys where status = 'current' and private_key is not null) and exists (select from signing_keys)`,
}

/** Returns a sentence for each broken rule. */
export async function findBrokenRules(client: pg.ClientBase) {
  const broken: string[] = []
  for (const [rule, query] of Object.entries(rules)) {
    const { rows } = await client.query<{ name: string }>(`${query} limit 4`)
    if (rows.length > 0) broken.push(`${rule}, but not for ${rows.map(({ name }) => name).join(', ')}.`)
  }
  return broken
}

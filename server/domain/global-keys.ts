type Reasons = Record<string, string>

/** Unique keys of customers' tables that are unique across organizations, apart from random ids. Sharded, each needs a table that all shards share. */
export const GLOBAL_KEYS: Reasons = {
  audit_log_pkey: 'the order of all entries, also of those without an organization',
  invoices_invoiceNumber_unique: 'tax law: the vendor numbers all invoices in one series',
  credit_notes_creditNoteNumber_unique: 'tax law: the vendor numbers all credit notes in one series',
  tickets_number_unique: 'staff and customers name a ticket by its number alone',
  licenses_keyHash_unique: 'a device knows only its key, which leads to the organization',
  licenses_deviceTokenHash_unique: 'a device knows only its token, which leads to the organization',
  lost_devices_deviceTokenHash_unique: 'a device that lost its license knows only its old token',
  api_tokens_token_hash: 'a program has only the token',
  enrollment_keys_keyHash_unique: 'a new device knows only the enrollment key',
  invitations_tokenHash_unique: 'who is invited has only the link',
  sso_domains_verified: 'the domain of an address leads to the organization',
  sso_requests_token_hash: 'a browser that comes back has only the token',
  users_email_unique: 'people sign in with their address alone',
  users_username_unique: 'people sign in with their name alone',
}

/** Unique keys made of the random id of a row that has its organization. Sharded, they start with organization_id instead. */
export const KEYS_BELOW_A_RANDOM_ID: Reasons = {
  invoices_one_per_period: 'subscription',
  adjustments_one_pending: 'subscription',
  check_ins_pkey: 'license',
  file_revocations_pkey: 'license',
  lost_devices_license_id_fingerprint_key_pk: 'license',
  ticket_messages_ticket: 'ticket',
  ticket_messages_email: 'ticket, whose id is in the hash',
  ticket_mails_ticket_id_user_id_pk: 'ticket',
  ticket_reads_ticket_id_user_id_pk: 'ticket',
  ticket_followers_ticket_id_user_id_pk: 'ticket',
  ticket_presence_ticket_id_user_id_pk: 'ticket',
  ticket_attachments_objectId_unique: 'object',
  payment_proofs_objectId_unique: 'object',
}

/** Tables of everyone that customers' tables refer to. Each shard has a copy. */
export const SHARED_TABLES: Reasons = {
  users: 'staff act in every organization and belong to none',
  objects: 'a file is stored before a record of an organization claims it',
  ticket_categories: 'the vendor has one list',
}

/** Foreign keys within an organization that don't name it. Sharded, they start with organization_id. */
export const KEYS_WITHOUT_ORGANIZATION: Reasons = {
  ticket_attachments_ticket_id_message_id_ticket_messages_ticket_:
    'message of the same ticket, whose own key names the organization',
}

/** Tables whose rows may belong to no organization. They stay whole. */
export const OPTIONAL_ORGANIZATION: Reasons = {
  api_tokens: 'tokens of staff',
  audit_log: 'entries about the vendor itself',
  users: 'staff',
  webhook_deliveries: 'deliveries to the vendor’s webhooks',
  webhook_endpoints: 'webhooks of the vendor',
}

/** Trigger functions that write. Sharded, their rows are on the shard of the change. */
export const WRITING_TRIGGERS: Reasons = {
  count_licenses: 'a row of the same organization. Where an engine has no such triggers, licenses are counted again',
}

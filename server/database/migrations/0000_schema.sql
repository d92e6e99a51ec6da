-- The schema of Latchkey 0.1.0 in one piece: what its migrations 0000_foundation to 0023_check_in_callers left behind, with the columns in the
-- same order. It counts as the last of them, so that a database which has all 24 is not touched (docs/decisions/029).

-- Rows of append-only tables are written once.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
--> statement-breakpoint
-- What full-text search looks at: each word by its English stem, and as it is written, so that its beginning finds it too.
create function "words_of"("body" text, "weight" "char") returns tsvector
language sql immutable strict parallel safe
return setweight(to_tsvector('pg_catalog.english', "body") || to_tsvector('pg_catalog.simple', "body"), "weight");
--> statement-breakpoint
create function "ticket_words"("title" text, "description" text) returns tsvector
language sql immutable parallel safe
return "words_of"("title", 'A') || "words_of"("description", 'C');
--> statement-breakpoint
create function "document_words"("title" text, "tags" text[], "content" text) returns tsvector
language sql immutable parallel safe
return "words_of"("title", 'A') || "words_of"(array_to_string("tags", ' '), 'B') || "words_of"("content", 'C');
--> statement-breakpoint
CREATE TYPE "public"."actor_kind" AS ENUM('user', 'device', 'system', 'anonymous');--> statement-breakpoint
CREATE TYPE "public"."audit_outcome" AS ENUM('success', 'refused');--> statement-breakpoint
CREATE TYPE "public"."invoice_status" AS ENUM('draft', 'issued', 'pending', 'paid', 'overdue', 'failed', 'cancelled', 'void');--> statement-breakpoint
CREATE TYPE "public"."payment_kind" AS ENUM('payment', 'reversal', 'credit_kept', 'credit_used', 'refund');--> statement-breakpoint
CREATE TYPE "public"."adjustment_status" AS ENUM('pending', 'applied', 'dropped', 'failed');--> statement-breakpoint
CREATE TYPE "public"."subscription_status" AS ENUM('active', 'past_due', 'canceled', 'unpaid');--> statement-breakpoint
CREATE TYPE "public"."notification_kind" AS ENUM('license_requests', 'invoices', 'payment_reminders', 'subscription', 'team', 'tickets');--> statement-breakpoint
CREATE TYPE "public"."billing_type" AS ENUM('monthly', 'annual');--> statement-breakpoint
CREATE TYPE "public"."token_purpose" AS ENUM('password-reset', 'email-verification', 'email-change');--> statement-breakpoint
CREATE TYPE "public"."user_role" AS ENUM('admin', 'agent', 'org_admin', 'customer');--> statement-breakpoint
CREATE TYPE "public"."user_status" AS ENUM('pending', 'active', 'suspended');--> statement-breakpoint
CREATE TYPE "public"."license_request_status" AS ENUM('pending', 'approved', 'declined');--> statement-breakpoint
CREATE TYPE "public"."license_status" AS ENUM('active', 'inactive', 'revoked', 'unassigned', 'assigned');--> statement-breakpoint
CREATE TYPE "public"."loss" AS ENUM('MOVED', 'RELEASED', 'REVOKED');--> statement-breakpoint
CREATE TYPE "public"."signing_key_status" AS ENUM('current', 'next', 'retired');--> statement-breakpoint
CREATE TYPE "public"."upload_purpose" AS ENUM('invoice', 'application', 'attachment');--> statement-breakpoint
CREATE TYPE "public"."release_channel" AS ENUM('stable', 'beta');--> statement-breakpoint
CREATE TYPE "public"."document_type" AS ENUM('doc', 'faq', 'guide', 'policy', 'tutorial');--> statement-breakpoint
CREATE TYPE "public"."ticket_priority" AS ENUM('low', 'medium', 'high', 'urgent');--> statement-breakpoint
CREATE TYPE "public"."ticket_status" AS ENUM('open', 'in_progress', 'waiting_customer', 'resolved', 'closed');--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"organization_id" uuid,
	"actor_kind" "actor_kind" NOT NULL,
	"actor_id" uuid,
	"actor_name" text,
	"action" text NOT NULL,
	"outcome" "audit_outcome" DEFAULT 'success' NOT NULL,
	"subject_kind" text,
	"subject_id" uuid,
	"changes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"ip" text,
	"request_id" text
);
--> statement-breakpoint
CREATE TABLE "invoice_items" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"description" text NOT NULL,
	"quantity" integer DEFAULT 1 NOT NULL,
	"amount_cents" bigint NOT NULL,
	CONSTRAINT "invoice_items_organizationId_invoiceId_position_unique" UNIQUE("organization_id","invoice_id","position"),
	CONSTRAINT "quantity_positive" CHECK ("invoice_items"."quantity" > 0)
);
--> statement-breakpoint
CREATE TABLE "invoice_reminders" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"stage_days" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invoice_reminders_organizationId_invoiceId_stageDays_unique" UNIQUE("organization_id","invoice_id","stage_days")
);
--> statement-breakpoint
CREATE TABLE "invoice_status_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"from_status" "invoice_status",
	"to_status" "invoice_status" NOT NULL,
	"user_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"invoice_number" text NOT NULL,
	"is_manual" boolean DEFAULT true NOT NULL,
	"amount_cents" bigint NOT NULL,
	"status" "invoice_status" DEFAULT 'issued' NOT NULL,
	"due_date" date NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"notes" text,
	"pdf_object_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"vat_basis_points" integer,
	"particulars" jsonb,
	"subscription_id" uuid,
	"period_start" timestamp (3) with time zone,
	"period_end" timestamp (3) with time zone,
	"seats" integer,
	"previous_period_start" timestamp (3) with time zone,
	"seats_settled_at" timestamp (3) with time zone,
	"paid_cents" bigint DEFAULT 0 NOT NULL,
	"credited_cents" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "invoices_invoiceNumber_unique" UNIQUE("invoice_number"),
	CONSTRAINT "invoices_tenant" UNIQUE("organization_id","id"),
	CONSTRAINT "amount_positive" CHECK ("invoices"."amount_cents" > 0),
	CONSTRAINT "period_is_whole" CHECK (num_nonnulls("invoices"."period_start", "invoices"."period_end", "invoices"."seats") in (0, 3)
        and ("invoices"."period_start" is null or ("invoices"."subscription_id" is not null and "invoices"."period_start" < "invoices"."period_end" and "invoices"."seats" > 0))),
	CONSTRAINT "paid_not_negative" CHECK ("invoices"."paid_cents" >= 0),
	CONSTRAINT "credited_within_amount" CHECK ("invoices"."credited_cents" between 0 and "invoices"."amount_cents"),
	CONSTRAINT "paid_means_nothing_left" CHECK (case
        when "invoices"."status" = 'paid' then "invoices"."paid_cents" + "invoices"."credited_cents" = "invoices"."amount_cents"
        when "invoices"."status" in ('issued', 'pending', 'overdue', 'failed') then "invoices"."paid_cents" + "invoices"."credited_cents" < "invoices"."amount_cents"
        else "invoices"."paid_cents" = 0 end),
	CONSTRAINT "paid_means_paid_at" CHECK (("invoices"."status" = 'paid') = ("invoices"."paid_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "number_series" (
	"series" text PRIMARY KEY NOT NULL,
	"last_number" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "credit_notes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"credit_note_number" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"vat_basis_points" integer NOT NULL,
	"reason" text NOT NULL,
	"particulars" jsonb NOT NULL,
	"user_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credit_notes_creditNoteNumber_unique" UNIQUE("credit_note_number"),
	CONSTRAINT "credit_positive" CHECK ("credit_notes"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"invoice_id" uuid,
	"kind" "payment_kind" NOT NULL,
	"amount_cents" bigint NOT NULL,
	"received_on" date NOT NULL,
	"reference" text,
	"note" text,
	"reverses" uuid,
	"user_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payments_tenant" UNIQUE("organization_id","id"),
	CONSTRAINT "sign_of_kind" CHECK (("payments"."amount_cents" > 0) = ("payments"."kind" in ('payment', 'credit_used'))),
	CONSTRAINT "amount_not_zero" CHECK ("payments"."amount_cents" <> 0),
	CONSTRAINT "refund_of_no_invoice" CHECK (("payments"."kind" = 'refund') = ("payments"."invoice_id" is null)),
	CONSTRAINT "only_reversals_reverse" CHECK ("payments"."reverses" is null or "payments"."kind" = 'reversal')
);
--> statement-breakpoint
CREATE TABLE "seat_charges" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"subscription_id" uuid NOT NULL,
	"seats" integer NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"amount_cents" bigint NOT NULL,
	"invoice_id" uuid,
	"voided_invoice_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "charged_seats_positive" CHECK ("seat_charges"."seats" > 0),
	CONSTRAINT "charge_positive" CHECK ("seat_charges"."amount_cents" > 0),
	CONSTRAINT "charged_time_positive" CHECK ("seat_charges"."starts_at" < "seat_charges"."ends_at")
);
--> statement-breakpoint
CREATE TABLE "adjustments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"subscription_id" uuid NOT NULL,
	"delta_quantity" integer NOT NULL,
	"effective_at" timestamp (3) with time zone NOT NULL,
	"status" "adjustment_status" DEFAULT 'pending' NOT NULL,
	"reason" text,
	"user_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"applied_at" timestamp (3) with time zone,
	CONSTRAINT "delta_not_zero" CHECK ("adjustments"."delta_quantity" <> 0),
	CONSTRAINT "applied_means_applied_at" CHECK (("adjustments"."status" = 'applied') = ("adjustments"."applied_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"plan_name" text NOT NULL,
	"status" "subscription_status" DEFAULT 'active' NOT NULL,
	"license_limit" integer NOT NULL,
	"current_period_start" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"current_period_end" timestamp (3) with time zone NOT NULL,
	"past_due_at" timestamp (3) with time zone,
	"canceled_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"anchor_day" integer,
	CONSTRAINT "subscriptions_tenant" UNIQUE("organization_id","id"),
	CONSTRAINT "license_limit_positive" CHECK ("subscriptions"."license_limit" > 0),
	CONSTRAINT "anchor_is_a_day" CHECK ("subscriptions"."anchor_day" between 1 and 31)
);
--> statement-breakpoint
CREATE TABLE "emails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"to" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"once_key" text,
	"attachment" jsonb,
	"sealed_with" text,
	"link_until" timestamp (3) with time zone,
	CONSTRAINT "emails_onceKey_unique" UNIQUE("once_key")
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"email" text NOT NULL,
	"role" "user_role" NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"invited_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "invitations_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "backup_codes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "login_challenges" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "login_challenges_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "mfa_secrets" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"last_step" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_settings" (
	"user_id" uuid NOT NULL,
	"kind" "notification_kind" NOT NULL,
	"is_enabled" boolean NOT NULL,
	CONSTRAINT "notification_settings_user_id_kind_pk" PRIMARY KEY("user_id","kind")
);
--> statement-breakpoint
CREATE TABLE "organizations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"contact_email" text NOT NULL,
	"phone" text,
	"address" text,
	"billing_type" "billing_type" DEFAULT 'monthly' NOT NULL,
	"is_active" boolean DEFAULT false NOT NULL,
	"suspended_at" timestamp (3) with time zone,
	"twelve_month_cents" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"vat_number" text,
	"reminders_paused_until" date,
	"suspension_reason" text,
	CONSTRAINT "twelve_month_not_negative" CHECK ("organizations"."twelve_month_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "known_browsers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ip" text,
	"user_agent" text,
	"confirmed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "user_tokens" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" "token_purpose" NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"email" text,
	CONSTRAINT "user_tokens_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid,
	"role" "user_role" NOT NULL,
	"status" "user_status" DEFAULT 'pending' NOT NULL,
	"email" text NOT NULL,
	"username" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"password_hash" text NOT NULL,
	"email_verified_at" timestamp (3) with time zone,
	"mfa_enabled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"access_version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "customers_have_an_organization" CHECK ("users"."role" in ('admin', 'agent') or "users"."organization_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "license_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"additional_licenses" integer NOT NULL,
	"business_justification" text NOT NULL,
	"status" "license_request_status" DEFAULT 'pending' NOT NULL,
	"reason" text,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "additional_licenses_positive" CHECK ("license_requests"."additional_licenses" > 0),
	CONSTRAINT "decided_means_decided_at" CHECK (("license_requests"."status" <> 'pending') = ("license_requests"."decided_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "check_ins" (
	"license_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"last_check_in" timestamp (3) with time zone NOT NULL,
	"app_version" text,
	"callers" text[] DEFAULT '{}'::text[] NOT NULL,
	"returns" integer DEFAULT 0 NOT NULL,
	"returned_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "device_moves" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"license_id" uuid NOT NULL,
	"moved_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "enrollment_keys" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"label" text NOT NULL,
	"key_hash" "bytea" NOT NULL,
	"hint" text NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"max_uses" integer,
	"uses" integer DEFAULT 0 NOT NULL,
	"paused_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"creates_licenses" boolean DEFAULT true NOT NULL,
	CONSTRAINT "enrollment_keys_keyHash_unique" UNIQUE("key_hash"),
	CONSTRAINT "enrollment_keys_tenant" UNIQUE("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "file_revocations" (
	"license_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"issued_before" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "licenses" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"label" text NOT NULL,
	"description" text,
	"license_key" text NOT NULL,
	"key_hash" "bytea" NOT NULL,
	"status" "license_status" DEFAULT 'unassigned' NOT NULL,
	"status_before_suspension" "license_status",
	"device_fingerprint" text,
	"fingerprint_key" text,
	"device_name" text,
	"device_os" text,
	"device_token_hash" "bytea",
	"activated_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_fingerprint_key" text,
	"moves_reset_at" timestamp (3) with time zone,
	"offline_until" timestamp (3) with time zone,
	CONSTRAINT "licenses_keyHash_unique" UNIQUE("key_hash"),
	CONSTRAINT "licenses_deviceTokenHash_unique" UNIQUE("device_token_hash"),
	CONSTRAINT "licenses_tenant" UNIQUE("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "lost_devices" (
	"license_id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"fingerprint_key" text NOT NULL,
	"device_fingerprint" text NOT NULL,
	"device_token_hash" "bytea",
	"reason" "loss" NOT NULL,
	"lost_at" timestamp (3) with time zone NOT NULL,
	"by_device" boolean NOT NULL,
	"blocks_enrollment" boolean NOT NULL,
	"license_label" text NOT NULL,
	"license_key_hash" "bytea" NOT NULL,
	CONSTRAINT "lost_devices_license_id_fingerprint_key_pk" PRIMARY KEY("license_id","fingerprint_key"),
	CONSTRAINT "lost_devices_deviceTokenHash_unique" UNIQUE("device_token_hash")
);
--> statement-breakpoint
CREATE TABLE "signing_keys" (
	"kid" text PRIMARY KEY NOT NULL,
	"status" "signing_key_status" NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"not_after" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "objects" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" "upload_purpose" NOT NULL,
	"key" text NOT NULL,
	"file_name" text,
	"size" bigint,
	"sha256" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"uploaded_at" timestamp (3) with time zone,
	"claimed_at" timestamp (3) with time zone,
	"sha512" text,
	CONSTRAINT "objects_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"request_hash" "bytea" NOT NULL,
	"status_code" integer,
	"response" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" varchar(255) PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"valid_from" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "release_notes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"version_id" uuid NOT NULL,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"new_features" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"improvements" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"bug_fixes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "release_notes_versionId_unique" UNIQUE("version_id")
);
--> statement-breakpoint
CREATE TABLE "versions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"version" text NOT NULL,
	"platform" text DEFAULT 'Windows' NOT NULL,
	"file_name" text NOT NULL,
	"object_id" uuid,
	"is_active" boolean DEFAULT true NOT NULL,
	"is_latest" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"channel" "release_channel" DEFAULT 'stable' NOT NULL,
	"rollout_percent" integer DEFAULT 100 NOT NULL,
	"minimum_version" text,
	"signature" text,
	CONSTRAINT "versions_platform_version_unique" UNIQUE("platform","version"),
	CONSTRAINT "latest_is_active" CHECK ("versions"."is_active" or not "versions"."is_latest"),
	CONSTRAINT "latest_is_stable" CHECK ("versions"."channel" = 'stable' or not "versions"."is_latest"),
	CONSTRAINT "rollout_is_percent" CHECK ("versions"."rollout_percent" between 0 and 100)
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"type" "document_type" DEFAULT 'doc' NOT NULL,
	"content" text NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"published" boolean DEFAULT false NOT NULL,
	"user_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"words" "tsvector" GENERATED ALWAYS AS (document_words(title, tags, content)) STORED
);
--> statement-breakpoint
CREATE TABLE "canned_replies" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ticket_categories" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"color" text DEFAULT '#6B7280' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ticket_targets" (
	"priority" "ticket_priority" PRIMARY KEY NOT NULL,
	"first_response_hours" integer NOT NULL,
	"resolution_hours" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ticket_attachments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"ticket_id" uuid NOT NULL,
	"message_id" uuid,
	"object_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"type" text NOT NULL,
	"size" integer NOT NULL,
	"position" smallint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ticket_attachments_objectId_unique" UNIQUE("object_id")
);
--> statement-breakpoint
CREATE TABLE "ticket_mails" (
	"organization_id" uuid NOT NULL,
	"ticket_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ticket_mails_ticket_id_user_id_pk" PRIMARY KEY("ticket_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "ticket_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"ticket_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"message" text NOT NULL,
	"is_internal" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ticket_messages_ticket" UNIQUE("ticket_id","id")
);
--> statement-breakpoint
CREATE TABLE "tickets" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"number" integer GENERATED ALWAYS AS IDENTITY (sequence name "tickets_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"description" text NOT NULL,
	"status" "ticket_status" DEFAULT 'open' NOT NULL,
	"priority" "ticket_priority" DEFAULT 'medium' NOT NULL,
	"category_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"assignee_id" uuid,
	"first_response_at" timestamp (3) with time zone,
	"resolved_at" timestamp (3) with time zone,
	"waiting_since" timestamp (3) with time zone,
	"waited_seconds" integer DEFAULT 0 NOT NULL,
	"rating" smallint,
	"rating_comment" text,
	"rated_at" timestamp (3) with time zone,
	"words" "tsvector" GENERATED ALWAYS AS (ticket_words(title, description)) STORED,
	"first_response_hours" integer,
	"resolution_hours" integer,
	CONSTRAINT "tickets_number_unique" UNIQUE("number"),
	CONSTRAINT "tickets_tenant" UNIQUE("organization_id","id"),
	CONSTRAINT "tickets_rating" CHECK ("tickets"."rating" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "daily_totals" (
	"day" date PRIMARY KEY NOT NULL,
	"organizations" integer NOT NULL,
	"revenue_cents" bigint NOT NULL,
	"active_licenses" integer NOT NULL,
	"tickets" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "usage_months" (
	"organization_id" uuid NOT NULL,
	"month" date NOT NULL,
	"seats" integer NOT NULL,
	"licenses" integer NOT NULL,
	"devices" integer NOT NULL,
	CONSTRAINT "usage_months_organization_id_month_pk" PRIMARY KEY("organization_id","month")
);
--> statement-breakpoint
ALTER TABLE "invoice_items" ADD CONSTRAINT "invoice_items_organization_id_invoice_id_invoices_organization_id_id_fk" FOREIGN KEY ("organization_id","invoice_id") REFERENCES "public"."invoices"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_reminders" ADD CONSTRAINT "invoice_reminders_organization_id_invoice_id_invoices_organization_id_id_fk" FOREIGN KEY ("organization_id","invoice_id") REFERENCES "public"."invoices"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_status_changes" ADD CONSTRAINT "invoice_status_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_status_changes" ADD CONSTRAINT "invoice_status_changes_organization_id_invoice_id_invoices_organization_id_id_fk" FOREIGN KEY ("organization_id","invoice_id") REFERENCES "public"."invoices"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_pdf_object_id_objects_id_fk" FOREIGN KEY ("pdf_object_id") REFERENCES "public"."objects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_organization_id_subscription_id_subscriptions_organization_id_id_fk" FOREIGN KEY ("organization_id","subscription_id") REFERENCES "public"."subscriptions"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_organization_id_invoice_id_invoices_organization_id_id_fk" FOREIGN KEY ("organization_id","invoice_id") REFERENCES "public"."invoices"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_organization_id_invoice_id_invoices_organization_id_id_fk" FOREIGN KEY ("organization_id","invoice_id") REFERENCES "public"."invoices"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_organization_id_reverses_payments_organization_id_id_fk" FOREIGN KEY ("organization_id","reverses") REFERENCES "public"."payments"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seat_charges" ADD CONSTRAINT "seat_charges_organization_id_subscription_id_subscriptions_organization_id_id_fk" FOREIGN KEY ("organization_id","subscription_id") REFERENCES "public"."subscriptions"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seat_charges" ADD CONSTRAINT "seat_charges_organization_id_invoice_id_invoices_organization_id_id_fk" FOREIGN KEY ("organization_id","invoice_id") REFERENCES "public"."invoices"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seat_charges" ADD CONSTRAINT "seat_charges_organization_id_voided_invoice_id_invoices_organization_id_id_fk" FOREIGN KEY ("organization_id","voided_invoice_id") REFERENCES "public"."invoices"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "adjustments" ADD CONSTRAINT "adjustments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "adjustments" ADD CONSTRAINT "adjustments_organization_id_subscription_id_subscriptions_organization_id_id_fk" FOREIGN KEY ("organization_id","subscription_id") REFERENCES "public"."subscriptions"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backup_codes" ADD CONSTRAINT "backup_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "login_challenges" ADD CONSTRAINT "login_challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mfa_secrets" ADD CONSTRAINT "mfa_secrets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_browsers" ADD CONSTRAINT "known_browsers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_tokens" ADD CONSTRAINT "user_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "license_requests" ADD CONSTRAINT "license_requests_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "license_requests" ADD CONSTRAINT "license_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "license_requests" ADD CONSTRAINT "license_requests_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_ins" ADD CONSTRAINT "check_ins_organization_id_license_id_licenses_organization_id_id_fk" FOREIGN KEY ("organization_id","license_id") REFERENCES "public"."licenses"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_moves" ADD CONSTRAINT "device_moves_organization_id_license_id_licenses_organization_id_id_fk" FOREIGN KEY ("organization_id","license_id") REFERENCES "public"."licenses"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrollment_keys" ADD CONSTRAINT "enrollment_keys_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_revocations" ADD CONSTRAINT "file_revocations_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "licenses" ADD CONSTRAINT "licenses_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lost_devices" ADD CONSTRAINT "lost_devices_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "objects" ADD CONSTRAINT "objects_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_notes" ADD CONSTRAINT "release_notes_version_id_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "versions" ADD CONSTRAINT "versions_object_id_objects_id_fk" FOREIGN KEY ("object_id") REFERENCES "public"."objects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_attachments" ADD CONSTRAINT "ticket_attachments_object_id_objects_id_fk" FOREIGN KEY ("object_id") REFERENCES "public"."objects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_attachments" ADD CONSTRAINT "ticket_attachments_organization_id_ticket_id_tickets_organization_id_id_fk" FOREIGN KEY ("organization_id","ticket_id") REFERENCES "public"."tickets"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_attachments" ADD CONSTRAINT "ticket_attachments_ticket_id_message_id_ticket_messages_ticket_id_id_fk" FOREIGN KEY ("ticket_id","message_id") REFERENCES "public"."ticket_messages"("ticket_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_mails" ADD CONSTRAINT "ticket_mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_mails" ADD CONSTRAINT "ticket_mails_organization_id_ticket_id_tickets_organization_id_id_fk" FOREIGN KEY ("organization_id","ticket_id") REFERENCES "public"."tickets"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_messages" ADD CONSTRAINT "ticket_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_messages" ADD CONSTRAINT "ticket_messages_organization_id_ticket_id_tickets_organization_id_id_fk" FOREIGN KEY ("organization_id","ticket_id") REFERENCES "public"."tickets"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_category_id_ticket_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."ticket_categories"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_months" ADD CONSTRAINT "usage_months_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_organization_id_created_at_index" ON "audit_log" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "audit_log_subject_id_created_at_index" ON "audit_log" USING btree ("subject_id","created_at");--> statement-breakpoint
CREATE INDEX "audit_log_actor_id_created_at_index" ON "audit_log" USING btree ("actor_id","created_at");--> statement-breakpoint
CREATE INDEX "audit_log_area" ON "audit_log" USING btree (split_part("action", '.', 1),"created_at");--> statement-breakpoint
CREATE INDEX "audit_log_created_at_index" ON "audit_log" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "invoice_status_changes_organization_id_invoice_id_created_at_index" ON "invoice_status_changes" USING btree ("organization_id","invoice_id","created_at");--> statement-breakpoint
CREATE INDEX "invoice_status_changes_organization_id_created_at_index" ON "invoice_status_changes" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "invoice_status_changes_user_id_index" ON "invoice_status_changes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "invoices_organization_id_created_at_index" ON "invoices" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "invoices_created_at_id_index" ON "invoices" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "invoices_paid" ON "invoices" USING btree ("paid_at") WHERE "invoices"."paid_at" is not null;--> statement-breakpoint
CREATE INDEX "invoices_pdf_object_id_index" ON "invoices" USING btree ("pdf_object_id");--> statement-breakpoint
CREATE INDEX "invoices_unpaid" ON "invoices" USING btree ("organization_id","due_date") WHERE "invoices"."status" in ('issued', 'pending', 'overdue', 'failed');--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_one_per_period" ON "invoices" USING btree ("subscription_id","period_start") WHERE "invoices"."status" not in ('void', 'cancelled');--> statement-breakpoint
CREATE INDEX "invoices_organization_id_subscription_id_index" ON "invoices" USING btree ("organization_id","subscription_id");--> statement-breakpoint
CREATE INDEX "invoices_unsettled" ON "invoices" USING btree ("period_start") WHERE "invoices"."seats" is not null and "invoices"."seats_settled_at" is null;--> statement-breakpoint
CREATE INDEX "credit_notes_organization_id_created_at_index" ON "credit_notes" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "credit_notes_invoice_id_organization_id_index" ON "credit_notes" USING btree ("invoice_id","organization_id");--> statement-breakpoint
CREATE INDEX "credit_notes_user_id_index" ON "credit_notes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "payments_organization_id_created_at_index" ON "payments" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "payments_invoice_id_organization_id_index" ON "payments" USING btree ("invoice_id","organization_id");--> statement-breakpoint
CREATE INDEX "payments_money" ON "payments" USING btree ("created_at") WHERE "payments"."kind" in ('payment', 'reversal', 'refund');--> statement-breakpoint
CREATE UNIQUE INDEX "payments_reversed_once" ON "payments" USING btree ("reverses","organization_id");--> statement-breakpoint
CREATE INDEX "payments_user_id_index" ON "payments" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "seat_charges_unbilled" ON "seat_charges" USING btree ("subscription_id") WHERE "seat_charges"."invoice_id" is null;--> statement-breakpoint
CREATE INDEX "seat_charges_invoice_id_organization_id_index" ON "seat_charges" USING btree ("invoice_id","organization_id");--> statement-breakpoint
CREATE INDEX "seat_charges_voided_invoice_id_organization_id_index" ON "seat_charges" USING btree ("voided_invoice_id","organization_id");--> statement-breakpoint
CREATE INDEX "seat_charges_subscription_id_organization_id_index" ON "seat_charges" USING btree ("subscription_id","organization_id");--> statement-breakpoint
CREATE UNIQUE INDEX "adjustments_one_pending" ON "adjustments" USING btree ("subscription_id") WHERE "adjustments"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "adjustments_due" ON "adjustments" USING btree ("effective_at") WHERE "adjustments"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "adjustments_organization_id_subscription_id_created_at_index" ON "adjustments" USING btree ("organization_id","subscription_id","created_at");--> statement-breakpoint
CREATE INDEX "adjustments_user_id_index" ON "adjustments" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_one_live" ON "subscriptions" USING btree ("organization_id") WHERE "subscriptions"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "subscriptions_organization_id_index" ON "subscriptions" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "subscriptions_live_by_end" ON "subscriptions" USING btree ("current_period_end") WHERE "subscriptions"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "emails_created_at_id_index" ON "emails" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "emails_links" ON "emails" USING btree ("link_until") WHERE "emails"."link_until" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_one_open" ON "invitations" USING btree ("organization_id",lower("email")) WHERE "invitations"."accepted_at" is null and "invitations"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "invitations_organization_id_created_at_index" ON "invitations" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "invitations_invited_by_index" ON "invitations" USING btree ("invited_by");--> statement-breakpoint
CREATE INDEX "backup_codes_user_id_index" ON "backup_codes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "login_challenges_user_id_index" ON "login_challenges" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "login_challenges_expires_at_index" ON "login_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "organizations_created_at_index" ON "organizations" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "known_browsers_user_id_token_hash_index" ON "known_browsers" USING btree ("user_id","token_hash");--> statement-breakpoint
CREATE INDEX "known_browsers_token_hash_index" ON "known_browsers" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "known_browsers_last_used_at_index" ON "known_browsers" USING btree ("last_used_at");--> statement-breakpoint
CREATE INDEX "sessions_user_id_index" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expires_at_index" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "user_tokens_user_id_purpose_index" ON "user_tokens" USING btree ("user_id","purpose");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_unique" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_unique" ON "users" USING btree (lower("username"));--> statement-breakpoint
CREATE INDEX "users_organization_id_created_at_index" ON "users" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "users_created_at_index" ON "users" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "users_staff" ON "users" USING btree ("role") WHERE "users"."role" in ('admin', 'agent');--> statement-breakpoint
CREATE INDEX "license_requests_organization_id_created_at_id_index" ON "license_requests" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "license_requests_user_id_index" ON "license_requests" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "license_requests_decided_by_index" ON "license_requests" USING btree ("decided_by");--> statement-breakpoint
CREATE INDEX "license_requests_pending" ON "license_requests" USING btree ("created_at") WHERE "license_requests"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "check_ins_organization_id_license_id_index" ON "check_ins" USING btree ("organization_id","license_id");--> statement-breakpoint
CREATE INDEX "device_moves_license_id_organization_id_moved_at_index" ON "device_moves" USING btree ("license_id","organization_id","moved_at");--> statement-breakpoint
CREATE INDEX "enrollment_keys_organization_id_created_at_id_index" ON "enrollment_keys" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "enrollment_keys_created_at_id_index" ON "enrollment_keys" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "file_revocations_until_index" ON "file_revocations" USING btree ("until");--> statement-breakpoint
CREATE INDEX "file_revocations_organization_id_index" ON "file_revocations" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "licenses_organization_id_created_at_id_index" ON "licenses" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "licenses_by_label" ON "licenses" USING btree ("organization_id",lower("label"),"id");--> statement-breakpoint
CREATE INDEX "licenses_by_device" ON "licenses" USING btree ("organization_id",lower(coalesce("device_name", '')),"id");--> statement-breakpoint
CREATE INDEX "licenses_created_at_id_index" ON "licenses" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "licenses_free" ON "licenses" USING btree ("organization_id","created_at","id") WHERE "licenses"."status" = 'unassigned';--> statement-breakpoint
CREATE INDEX "licenses_active" ON "licenses" USING btree ("organization_id") WHERE "licenses"."status" = 'active';--> statement-breakpoint
CREATE UNIQUE INDEX "licenses_one_per_device" ON "licenses" USING btree ("organization_id","fingerprint_key") WHERE "licenses"."status" <> 'revoked' and "licenses"."fingerprint_key" is not null;--> statement-breakpoint
CREATE INDEX "lost_devices_organization_id_fingerprint_key_index" ON "lost_devices" USING btree ("organization_id","fingerprint_key");--> statement-breakpoint
CREATE UNIQUE INDEX "signing_keys_one_of_each" ON "signing_keys" USING btree ("status") WHERE "signing_keys"."status" <> 'retired';--> statement-breakpoint
CREATE INDEX "objects_user_id_created_at_index" ON "objects" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "objects_claimed_at_created_at_index" ON "objects" USING btree ("claimed_at","created_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at_index" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "versions_one_latest" ON "versions" USING btree ("is_latest") WHERE "versions"."is_latest";--> statement-breakpoint
CREATE INDEX "versions_object_id_index" ON "versions" USING btree ("object_id");--> statement-breakpoint
CREATE INDEX "versions_created_at_index" ON "versions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "documents_created_at_index" ON "documents" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "documents_user_id_index" ON "documents" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "documents_words_index" ON "documents" USING gin ("words");--> statement-breakpoint
CREATE UNIQUE INDEX "canned_replies_title" ON "canned_replies" USING btree (lower("title"));--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_categories_name" ON "ticket_categories" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "ticket_attachments_organization_id_ticket_id_index" ON "ticket_attachments" USING btree ("organization_id","ticket_id");--> statement-breakpoint
CREATE INDEX "ticket_attachments_ticket_id_message_id_index" ON "ticket_attachments" USING btree ("ticket_id","message_id");--> statement-breakpoint
CREATE INDEX "ticket_mails_organization_id_ticket_id_index" ON "ticket_mails" USING btree ("organization_id","ticket_id");--> statement-breakpoint
CREATE INDEX "ticket_mails_user_id_index" ON "ticket_mails" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "ticket_messages_organization_id_ticket_id_created_at_id_index" ON "ticket_messages" USING btree ("organization_id","ticket_id","created_at","id");--> statement-breakpoint
CREATE INDEX "ticket_messages_user_id_index" ON "ticket_messages" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "tickets_organization_id_created_at_index" ON "tickets" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "tickets_user_id_created_at_index" ON "tickets" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "tickets_created_at_index" ON "tickets" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "tickets_category_id_index" ON "tickets" USING btree ("category_id");--> statement-breakpoint
CREATE INDEX "tickets_assignee_id_created_at_index" ON "tickets" USING btree ("assignee_id","created_at");--> statement-breakpoint
CREATE INDEX "tickets_status_created_at_index" ON "tickets" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "tickets_priority_created_at_index" ON "tickets" USING btree ("priority","created_at");--> statement-breakpoint
CREATE INDEX "tickets_first_response_at_index" ON "tickets" USING btree ("first_response_at");--> statement-breakpoint
CREATE INDEX "tickets_resolved_at_index" ON "tickets" USING btree ("resolved_at");--> statement-breakpoint
CREATE INDEX "tickets_rated_at_index" ON "tickets" USING btree ("rated_at");--> statement-breakpoint
CREATE INDEX "tickets_words_index" ON "tickets" USING gin ("words");--> statement-breakpoint
CREATE INDEX "tickets_unfinished" ON "tickets" USING btree ("created_at") WHERE "tickets"."status" in ('open', 'in_progress');
--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON "audit_log" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER invoice_status_changes_append_only BEFORE UPDATE OR DELETE ON "invoice_status_changes" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER payments_append_only BEFORE UPDATE OR DELETE ON "payments" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER credit_notes_append_only BEFORE UPDATE OR DELETE ON "credit_notes" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER invoice_reminders_append_only BEFORE UPDATE OR DELETE ON "invoice_reminders" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Check-ins rewrite the same rows again and again: half-empty pages keep the new versions beside the old ones.
ALTER TABLE "check_ins" SET (fillfactor = 50);
--> statement-breakpoint
insert into "ticket_targets" ("priority", "first_response_hours", "resolution_hours")
values ('low', 48, 240), ('medium', 24, 120), ('high', 8, 48), ('urgent', 2, 24);
--> statement-breakpoint
-- Latchkey 0.1.0, started on this database, finds its own migrations done. The last one is recorded as any other.
insert into "drizzle"."__drizzle_migrations" ("hash", "created_at")
values
  ('a7a0f48320ea9d8852fc61e018f8ab35abd0f5448f913b48bbb785e6a9ae70ba', 1795264875026),
  ('dd598da1f41cdadec6f00234abeef1e7a9840322f7c31775d318ae73d0e91abb', 1795264876335),
  ('cca01512c01681c052f2dcf49a60eb4d6c72320265f682120432307662051c72', 1795274705472),
  ('a1e78f9bc553713a32022b07981d04ea52e5026f318423c06798a571eb5c057f', 1795278268094),
  ('7a48520fb5be186a5c22b0223ff4a174772ee1fba96776b10a4b3003ad75242f', 1795285893840),
  ('c431acf10c43d270cf8a853729163d1374c7c1cc98fd2264b54371d2287e6359', 1795289230171),
  ('a88292cf46ac2ad872970193b3f8e80a6d6ffd730ee555f9c9a669d72b99d9a3', 1795292986404),
  ('7ed2956a120382ed88eb800100d0d32fedfe93ef7833ddcb073d8fcdedee23ee', 1795297513421),
  ('b85897f9068917f35e70c546c4baf25c3f0ba65e6329189eed53de6229de7a3e', 1795301047390),
  ('89d61998e94225ac90e53b054e8e1eb668479024755d26a6887343410ba30fb9', 1795309462645),
  ('ffb0d0bd0b305f277bb6ebe3542917598d987a583d784d70f621e44d2827557d', 1795320679259),
  ('eeceafcfaf5cd1b7dffc24d68b8a8f32d3565b837b24ddb4ad97dae9e8ac63a5', 1795324601927),
  ('b9bfea7277dd3026aa8c2bbc131e5e3ef601e90513f0539768a43607f99b5725', 1795332194687),
  ('370196871a9f9afbc65d64d6baed26c737e691eb9c62f69b1294337bb774b327', 1795332969733),
  ('499fef68e4cafc2165cde0711e96e8ec3deea3c6eb26f3233af311b57b98a315', 1795356841481),
  ('19f9a69c3b19305f52b1eb988f3f7db0a7927f70c29bbdd3e84654447e96fde8', 1795358476745),
  ('7fb34875b7bc6da3742209622a8dd63cdb999000ebff032268d29eb49fc43ba4', 1795358860240),
  ('c78265db955f887adfd3b172df4aef819ea75f78777914d77c81c2dfd54231f7', 1795360054299),
  ('8f98244f61da10170604562a2f39e95d21a733e6ec9e6e42aa6887ca1786481a', 1795361587281),
  ('8c943587dd364190f8a33ce8ee9f5ee369ba5b6b4a2b123c43e6ca5d149541fc', 1795362560892),
  ('0b60be952774d49202c276343b6b7bab33c027700031e780a9eefedfdbc57af2', 1795363425780),
  ('614a38ca0bb5b8ff89a8b1100694b841aa7173ec39489658cd5473bd548792d4', 1795363598334),
  ('4a10550524333aea013b37ceb4713996d7f6358b25c6ae3c338716c41c3a2171', 1795368263245);

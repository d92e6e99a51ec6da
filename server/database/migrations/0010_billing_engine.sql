CREATE TYPE "public"."payment_kind" AS ENUM('payment', 'reversal', 'credit_kept', 'credit_used', 'refund');--> statement-breakpoint
ALTER TYPE "public"."notification_kind" ADD VALUE 'payment_reminders' BEFORE 'subscription';--> statement-breakpoint
CREATE TABLE "invoice_reminders" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"stage_days" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invoice_reminders_organizationId_invoiceId_stageDays_unique" UNIQUE("organization_id","invoice_id","stage_days")
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
ALTER TABLE "emails" ADD COLUMN "once_key" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "particulars" jsonb;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "subscription_id" uuid;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "period_start" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "period_end" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "seats" integer;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "previous_period_start" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "seats_settled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "paid_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "credited_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "anchor_day" integer;--> statement-breakpoint
-- What was paid before there was a ledger was paid at once and in full.
UPDATE "invoices" SET "paid_cents" = "amount_cents" WHERE "status" = 'paid';--> statement-breakpoint
INSERT INTO "payments" ("organization_id", "invoice_id", "kind", "amount_cents", "received_on", "created_at")
SELECT "organization_id", "id", 'payment', "amount_cents", ("paid_at" at time zone 'Africa/Johannesburg')::date, "paid_at"
FROM "invoices" WHERE "status" = 'paid';--> statement-breakpoint
ALTER TABLE "invoice_reminders" ADD CONSTRAINT "invoice_reminders_organization_id_invoice_id_invoices_organization_id_id_fk" FOREIGN KEY ("organization_id","invoice_id") REFERENCES "public"."invoices"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_organization_id_invoice_id_invoices_organization_id_id_fk" FOREIGN KEY ("organization_id","invoice_id") REFERENCES "public"."invoices"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_organization_id_invoice_id_invoices_organization_id_id_fk" FOREIGN KEY ("organization_id","invoice_id") REFERENCES "public"."invoices"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_organization_id_reverses_payments_organization_id_id_fk" FOREIGN KEY ("organization_id","reverses") REFERENCES "public"."payments"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seat_charges" ADD CONSTRAINT "seat_charges_organization_id_subscription_id_subscriptions_organization_id_id_fk" FOREIGN KEY ("organization_id","subscription_id") REFERENCES "public"."subscriptions"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seat_charges" ADD CONSTRAINT "seat_charges_organization_id_invoice_id_invoices_organization_id_id_fk" FOREIGN KEY ("organization_id","invoice_id") REFERENCES "public"."invoices"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seat_charges" ADD CONSTRAINT "seat_charges_organization_id_voided_invoice_id_invoices_organization_id_id_fk" FOREIGN KEY ("organization_id","voided_invoice_id") REFERENCES "public"."invoices"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "credit_notes_organization_id_created_at_index" ON "credit_notes" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "credit_notes_invoice_id_index" ON "credit_notes" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "credit_notes_user_id_index" ON "credit_notes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "payments_organization_id_created_at_index" ON "payments" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "payments_invoice_id_index" ON "payments" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "payments_money" ON "payments" USING btree ("created_at") WHERE "payments"."kind" in ('payment', 'reversal', 'refund');--> statement-breakpoint
CREATE UNIQUE INDEX "payments_reversed_once" ON "payments" USING btree ("reverses");--> statement-breakpoint
CREATE INDEX "payments_user_id_index" ON "payments" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "seat_charges_unbilled" ON "seat_charges" USING btree ("subscription_id") WHERE "seat_charges"."invoice_id" is null;--> statement-breakpoint
CREATE INDEX "seat_charges_invoice_id_index" ON "seat_charges" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "seat_charges_voided_invoice_id_index" ON "seat_charges" USING btree ("voided_invoice_id");--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_organization_id_subscription_id_subscriptions_organization_id_id_fk" FOREIGN KEY ("organization_id","subscription_id") REFERENCES "public"."subscriptions"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_one_per_period" ON "invoices" USING btree ("subscription_id","period_start") WHERE "invoices"."status" not in ('void', 'cancelled');--> statement-breakpoint
CREATE INDEX "invoices_organization_id_subscription_id_index" ON "invoices" USING btree ("organization_id","subscription_id");--> statement-breakpoint
CREATE INDEX "adjustments_due" ON "adjustments" USING btree ("effective_at") WHERE "adjustments"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "subscriptions_live_by_end" ON "subscriptions" USING btree ("current_period_end") WHERE "subscriptions"."ended_at" is null;--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_onceKey_unique" UNIQUE("once_key");--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "period_is_whole" CHECK (num_nonnulls("invoices"."period_start", "invoices"."period_end", "invoices"."seats") in (0, 3)
        and ("invoices"."period_start" is null or ("invoices"."subscription_id" is not null and "invoices"."period_start" < "invoices"."period_end" and "invoices"."seats" > 0)));--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "paid_not_negative" CHECK ("invoices"."paid_cents" >= 0);--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "credited_within_amount" CHECK ("invoices"."credited_cents" between 0 and "invoices"."amount_cents");--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "paid_means_nothing_left" CHECK (case
        when "invoices"."status" = 'paid' then "invoices"."paid_cents" + "invoices"."credited_cents" = "invoices"."amount_cents"
        when "invoices"."status" in ('issued', 'pending', 'overdue', 'failed') then "invoices"."paid_cents" + "invoices"."credited_cents" < "invoices"."amount_cents"
        else "invoices"."paid_cents" = 0 end);--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "anchor_is_a_day" CHECK ("subscriptions"."anchor_day" between 1 and 31);--> statement-breakpoint
CREATE TRIGGER payments_append_only BEFORE UPDATE OR DELETE ON "payments" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER credit_notes_append_only BEFORE UPDATE OR DELETE ON "credit_notes" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER invoice_reminders_append_only BEFORE UPDATE OR DELETE ON "invoice_reminders" FOR EACH ROW EXECUTE FUNCTION refuse_change();

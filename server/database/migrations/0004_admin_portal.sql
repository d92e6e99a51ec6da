CREATE TABLE "ticket_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"ticket_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"message" text NOT NULL,
	"is_internal" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
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
ALTER TABLE "sessions" ADD COLUMN "confirmed_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "ticket_messages" ADD CONSTRAINT "ticket_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_messages" ADD CONSTRAINT "ticket_messages_organization_id_ticket_id_tickets_organization_id_id_fk" FOREIGN KEY ("organization_id","ticket_id") REFERENCES "public"."tickets"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ticket_messages_organization_id_ticket_id_created_at_id_index" ON "ticket_messages" USING btree ("organization_id","ticket_id","created_at","id");--> statement-breakpoint
CREATE INDEX "ticket_messages_user_id_index" ON "ticket_messages" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "invoices_created_at_id_index" ON "invoices" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "tickets_unfinished" ON "tickets" USING btree ("created_at") WHERE "tickets"."status" in ('open', 'in_progress');
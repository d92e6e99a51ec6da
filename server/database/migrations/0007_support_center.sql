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
ALTER TYPE "public"."notification_kind" ADD VALUE 'tickets';--> statement-breakpoint
ALTER TYPE "public"."upload_purpose" ADD VALUE 'attachment';--> statement-breakpoint
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
ALTER TABLE "documents" ADD COLUMN "words" "tsvector" GENERATED ALWAYS AS (document_words(title, tags, content)) STORED;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "assignee_id" uuid;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "first_response_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "resolved_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "waiting_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "waited_seconds" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "rating" smallint;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "rating_comment" text;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "rated_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "words" "tsvector" GENERATED ALWAYS AS (ticket_words(title, description)) STORED;--> statement-breakpoint
ALTER TABLE "ticket_messages" ADD CONSTRAINT "ticket_messages_ticket" UNIQUE("ticket_id","id");--> statement-breakpoint
ALTER TABLE "ticket_attachments" ADD CONSTRAINT "ticket_attachments_object_id_objects_id_fk" FOREIGN KEY ("object_id") REFERENCES "public"."objects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_attachments" ADD CONSTRAINT "ticket_attachments_organization_id_ticket_id_tickets_organization_id_id_fk" FOREIGN KEY ("organization_id","ticket_id") REFERENCES "public"."tickets"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_attachments" ADD CONSTRAINT "ticket_attachments_ticket_id_message_id_ticket_messages_ticket_id_id_fk" FOREIGN KEY ("ticket_id","message_id") REFERENCES "public"."ticket_messages"("ticket_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_mails" ADD CONSTRAINT "ticket_mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_mails" ADD CONSTRAINT "ticket_mails_organization_id_ticket_id_tickets_organization_id_id_fk" FOREIGN KEY ("organization_id","ticket_id") REFERENCES "public"."tickets"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "canned_replies_title" ON "canned_replies" USING btree (lower("title"));--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_categories_name" ON "ticket_categories" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "ticket_attachments_organization_id_ticket_id_index" ON "ticket_attachments" USING btree ("organization_id","ticket_id");--> statement-breakpoint
CREATE INDEX "ticket_attachments_ticket_id_message_id_index" ON "ticket_attachments" USING btree ("ticket_id","message_id");--> statement-breakpoint
CREATE INDEX "ticket_mails_organization_id_ticket_id_index" ON "ticket_mails" USING btree ("organization_id","ticket_id");--> statement-breakpoint
CREATE INDEX "ticket_mails_user_id_index" ON "ticket_mails" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_category_id_ticket_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."ticket_categories"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "documents_words_index" ON "documents" USING gin ("words");--> statement-breakpoint
CREATE INDEX "tickets_category_id_index" ON "tickets" USING btree ("category_id");--> statement-breakpoint
CREATE INDEX "tickets_assignee_id_created_at_index" ON "tickets" USING btree ("assignee_id","created_at");--> statement-breakpoint
CREATE INDEX "tickets_status_created_at_index" ON "tickets" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "tickets_words_index" ON "tickets" USING gin ("words");--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_rating" CHECK ("tickets"."rating" between 1 and 5);--> statement-breakpoint
insert into "ticket_targets" ("priority", "first_response_hours", "resolution_hours")
values ('low', 48, 240), ('medium', 24, 120), ('high', 8, 48), ('urgent', 2, 24);
--> statement-breakpoint
update "tickets" set
  "first_response_at" = (
    select min("ticket_messages"."created_at") from "ticket_messages"
    join "users" on "users"."id" = "ticket_messages"."user_id"
    where "ticket_messages"."ticket_id" = "tickets"."id"
      and not "ticket_messages"."is_internal" and "users"."role" in ('admin', 'agent')
  ),
  "resolved_at" = case when "status" in ('resolved', 'closed') then "updated_at" end,
  "waiting_since" = case when "status" = 'waiting_customer' then "updated_at" end;

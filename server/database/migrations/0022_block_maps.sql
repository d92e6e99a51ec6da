ALTER TABLE "objects" ADD COLUMN "block_map_id" uuid;--> statement-breakpoint
ALTER TABLE "objects" ADD CONSTRAINT "objects_block_map_id_objects_id_fk" FOREIGN KEY ("block_map_id") REFERENCES "public"."objects"("id") ON DELETE set null ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "objects" VALIDATE CONSTRAINT "objects_block_map_id_objects_id_fk";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "objects_block_map_id_index" ON "objects" USING btree ("block_map_id");
-- What happened stays told: rows of these tables are written once.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON "audit_log" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER invoice_status_changes_append_only BEFORE UPDATE OR DELETE ON "invoice_status_changes" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Check-ins rewrite the same rows again and again: half-empty pages keep the new versions beside the old ones.
ALTER TABLE "check_ins" SET (fillfactor = 50);

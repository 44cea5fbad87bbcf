import { type Kysely, sql } from "kysely";

/**
 * Limits of texts count what a person takes for one character, as the contract does: a flag or a family is one, and takes
 * several code points. The checks only keep out what no call accepts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table authority_request
      drop constraint authority_request_words_check,
      add constraint authority_request_words_check
        check (char_length(words) between 1 and 500 or char_length(words) between 1 and 2100) not valid;
    alter table data_request
      drop constraint data_request_answer_check,
      add constraint data_request_answer_check
        check (char_length(answer) between 1 and 4000 or char_length(answer) between 1 and 16100) not valid,
      drop constraint data_request_name_check,
      add constraint data_request_name_check
        check (char_length(name) between 1 and 60 or char_length(name) between 1 and 340) not valid,
      drop constraint data_request_words_check,
      add constraint data_request_words_check
        check (char_length(words) between 1 and 2000 or char_length(words) between 1 and 8100) not valid;
    alter table measure
      drop constraint measure_answer_check,
      add constraint measure_answer_check
        check (char_length(answer) between 1 and 500 or char_length(answer) between 1 and 2100) not valid,
      drop constraint measure_appeal_text_check,
      add constraint measure_appeal_text_check
        check (char_length(appeal_text) between 1 and 2000 or char_length(appeal_text) between 1 and 8100) not valid,
      drop constraint measure_reason_check,
      add constraint measure_reason_check
        check (char_length(reason) between 1 and 500 or char_length(reason) between 1 and 2100) not valid;
    alter table message
      drop constraint message_text_check,
      add constraint message_text_check
        check (char_length(text) between 1 and 4000 or char_length(text) between 1 and 16100) not valid;
    alter table notice
      drop constraint notice_address_check,
      add constraint notice_address_check
        check (char_length(address) between 1 and 500 or char_length(address) between 1 and 2100) not valid,
      drop constraint notice_answer_check,
      add constraint notice_answer_check
        check (char_length(answer) between 1 and 500 or char_length(answer) between 1 and 2100) not valid,
      drop constraint notice_sender_name_check,
      add constraint notice_sender_name_check
        check (char_length(sender_name) between 1 and 60 or char_length(sender_name) between 1 and 340) not valid,
      drop constraint notice_words_check,
      add constraint notice_words_check
        check (char_length(words) between 1 and 2000 or char_length(words) between 1 and 8100) not valid;
    alter table passkey
      drop constraint passkey_name_check,
      add constraint passkey_name_check
        check (char_length(name) between 1 and 60 or char_length(name) between 1 and 340) not valid;
    alter table profile
      drop constraint profile_bio_check,
      add constraint profile_bio_check
        check (char_length(bio) between 1 and 2000 or char_length(bio) between 1 and 8100) not valid,
      drop constraint profile_looking_for_check,
      add constraint profile_looking_for_check
        check (char_length(looking_for) between 1 and 2000 or char_length(looking_for) between 1 and 8100) not valid,
      drop constraint profile_name_check,
      add constraint profile_name_check
        check (char_length(name) between 1 and 60 or char_length(name) between 1 and 340) not valid;
    alter table verification_request
      drop constraint verification_request_note_check,
      add constraint verification_request_note_check
        check (char_length(note) between 1 and 500 or char_length(note) between 1 and 2100) not valid;
    alter table report
      drop constraint report_details_check,
      add constraint report_details_check
        check (((reason = 'other') = (details is not null) and char_length(details) between 1 and 600)
          or ((reason = 'other') = (details is not null) and char_length(details) between 1 and 2200)) not valid`.execute(
    db,
  );
}

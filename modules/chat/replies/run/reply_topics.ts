import { topic } from '#modules/realtime/index'

/*
 * Hints between processes. The tables are authoritative, so a lost hint only costs time. SQL also publishes `stop` (see
 * `stop_all_replies.ts`), so don't rename its fields.
 */

/** The reply was asked to stop. Its owner reads the table. */
export const stopRequested = topic<{ replyId: string }>('stop')
/** Another process is streaming the reply from the table. Its owner saves the text more often. */
export const followed = topic<{ replyId: string }>('follow')
/** The owner saved more text of these followed replies. */
export const progressed = topic<{ replyIds: string[] }>('progress')

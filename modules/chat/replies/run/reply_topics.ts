import { topic } from '#modules/realtime/index'

/* Hints between processes. The tables are authoritative, so a lost hint only costs time. */

/** Another process is streaming the reply from the table. The key is its owner, which then saves the text more often. */
export const followed = topic<{ replyId: string }>('follow')
/** The owner saved more text of a followed reply, which is the key. */
export const progressed = topic<object>('progress')
/** The channel of SQL for replies that were asked to stop. The payload is the reply's id, and its owner reads the table. */
export const stopChannel = 'facet_stops'

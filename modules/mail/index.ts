/** The public interface of mail for other modules. */
import type { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Page } from '#modules/kernel/pages'
import type { MailTransport } from '#plugins/contract/mail'

/** SQL functions of this module that other modules may call. */
export const sqlSurface: { functions: readonly string[] } = { functions: [] }

export interface MailOrder<Details> {
  kind: string
  /** Null when only an address is known. */
  userId: string | null
  /** Stored encrypted, as JSON. */
  details: Details
}

/** A mail in plain sentences. It contains no text of users, so that no user sends a text in our name. */
export interface ComposedMail {
  /** Null for people without an account. */
  userId: string | null
  address: string
  subject: string
  paragraphs: readonly string[]
  link: { label: string; url: string }
  /** Smaller text, below the link. */
  notes: readonly string[]
  /** Stops mails of this kind, by a page for a `GET` and at once by a `POST` without cookies. Absent for mails that can't be stopped. */
  unsubscribeUrl?: string
}

/** Composes a mail when it is sent, so that secrets in links are never stored. Returns null if there is nothing to send any more. */
export type ComposeMail<Details> = (details: Details) => Promise<ComposedMail | null>

export abstract class Mail {
  /** Registers the composer of a kind, at boot. */
  abstract compose<Details>(kind: string, compose: ComposeMail<Details>): void
  /** Queues a mail, in the caller's transaction if there is one. Costs one INSERT, whatever the mail. */
  abstract enqueue<Details>(
    order: MailOrder<Details>,
    client: Database | QueryClientContract | TransactionClientContract
  ): Promise<void>
  /** Deletes all mail of a user. Idempotent. */
  abstract forget(userId: string, trx: TransactionClientContract): Promise<void>
}

export interface OutboxMail {
  id: string
  /** Null for a person without an account. */
  userId: string | null
  address: string
  subject: string
  sentAt: Date
}

/** Mail that stays on this machine because no SMTP server is configured. */
export abstract class Outbox {
  /** Lists mail, newest first. Returns null for an invalid cursor. */
  abstract list(request: { limit: number; cursor?: string }): Promise<Page<OutboxMail> | null>
  abstract find(id: string): Promise<(OutboxMail & { text: string; html: string }) | null>
}

/** Checks the transport, for the operator. */
export abstract class MailCheckup {
  abstract examine(): Promise<{ ok: boolean; says: string }>
}

export abstract class MailSettings {
  abstract readonly brand: { name: string; tagline: string; accent: string }
  abstract readonly appUrl: string
  abstract open(): Promise<MailTransport>
  /** One line for the log at the start, or null. */
  abstract readonly says: string | null
}

import { BaseSchema } from '@adonisjs/lucid/schema'

/** Rules of sign-up: the switch of the admins, invitations, addresses that wait for one, and accounts that wait for a mailed link. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE TABLE sign_up_settings (
        -- the only row
        id smallint NOT NULL DEFAULT 1,
        -- null: as SIGN_UP says
        mode text,
        -- how many people each user may invite
        user_invitations integer NOT NULL DEFAULT 0,
        CONSTRAINT sign_up_settings_pkey PRIMARY KEY (id),
        CONSTRAINT sign_up_settings_single CHECK (id = 1),
        CONSTRAINT sign_up_settings_mode_known CHECK (mode IN ('open', 'invited', 'closed')),
        CONSTRAINT sign_up_settings_user_invitations CHECK (user_invitations >= 0)
      )
    `)
    this.schema.raw(`
      CREATE TABLE invitations (
        id uuid NOT NULL DEFAULT uuidv7(),
        -- SHA-256 of the token in the link
        token_hash bytea NOT NULL,
        inviter_id uuid NOT NULL,
        -- for the inviter and for admins
        note text,
        -- what the new accounts get, while the inviter has the right to give it
        role text,
        rubies integer NOT NULL DEFAULT 0,
        uses integer NOT NULL,
        used integer NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL,
        revoked_at timestamptz,
        CONSTRAINT invitations_pkey PRIMARY KEY (id),
        CONSTRAINT invitations_token_hash_unique UNIQUE (token_hash),
        CONSTRAINT invitations_role_known CHECK (role IN ('creator', 'support')),
        CONSTRAINT invitations_rubies CHECK (rubies >= 0),
        CONSTRAINT invitations_uses CHECK (used BETWEEN 0 AND uses),
        CONSTRAINT invitations_inviter_fkey FOREIGN KEY (inviter_id) REFERENCES users (id) ON DELETE CASCADE
      )
    `)
    this.schema.raw('CREATE INDEX invitations_inviter ON invitations (inviter_id, id)')
    this.schema.raw('CREATE INDEX invitations_unused ON invitations (expires_at) WHERE used = 0')
    this.schema.raw(`
      CREATE TABLE invited_users (
        invitation_id uuid NOT NULL,
        user_id uuid NOT NULL,
        CONSTRAINT invited_users_pkey PRIMARY KEY (invitation_id, user_id),
        CONSTRAINT invited_users_user_unique UNIQUE (user_id),
        CONSTRAINT invited_users_invitation_fkey FOREIGN KEY (invitation_id) REFERENCES invitations (id) ON DELETE CASCADE,
        CONSTRAINT invited_users_user_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
      )
    `)
    this.schema.raw(`
      CREATE TABLE waiting_list (
        id uuid NOT NULL DEFAULT uuidv7(),
        email text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT waiting_list_pkey PRIMARY KEY (id)
      )
    `)
    this.schema.raw('CREATE UNIQUE INDEX waiting_list_email ON waiting_list (lower(email))')
    this.schema.raw('CREATE INDEX waiting_list_by_age ON waiting_list (created_at)')
    // Accounts that wait for the link in a mail, which replaces the proof of work of browsers without scripts.
    this.schema.raw(`
      CREATE TABLE pending_accounts (
        id uuid NOT NULL DEFAULT uuidv7(),
        -- SHA-256 of the token in the newest mail; null until it is written
        token_hash bytea,
        email text NOT NULL,
        password_hash text NOT NULL,
        first_name text,
        last_name text,
        invitation_hash bytea,
        next text NOT NULL,
        expires_at timestamptz NOT NULL,
        CONSTRAINT pending_accounts_pkey PRIMARY KEY (id),
        CONSTRAINT pending_accounts_token_hash_unique UNIQUE (token_hash)
      )
    `)
    this.schema.raw('CREATE INDEX pending_accounts_email ON pending_accounts (lower(email))')
    this.schema.raw('CREATE INDEX pending_accounts_expires_at ON pending_accounts (expires_at)')
    // SHA-256 of the invitation's token, for the account that the sign-in may open.
    this.schema.raw('ALTER TABLE sign_in_attempts ADD COLUMN invitation_hash bytea')
  }

  override async down() {
    this.schema.raw('ALTER TABLE sign_in_attempts DROP COLUMN invitation_hash')
    for (const table of ['pending_accounts', 'waiting_list', 'invited_users', 'invitations', 'sign_up_settings'])
      this.schema.raw(`DROP TABLE ${table}`)
  }
}

/** How long sessions last, in days. */
export interface SessionTimes {
  /** One that is not used so long is over. */
  idleDays: number
  /** However much it is used, it is over so long after the sign-in. */
  longestDays: number
}

/** As `config/sessions.ts` leaves them. */
export const sessionTimes: SessionTimes = { idleDays: 30, longestDays: 90 }

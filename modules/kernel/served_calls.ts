export interface ServingRules {
  /** Without it, calls under `/api` need a session, and calls under `/api/admin` an admin. */
  access?: 'anyone'
}

/** The registered calls with their rules. */
export const served = new Map<string, ServingRules>()

/** The operator's own pages, at `/terms` and so on. */
export const sitePageNames = ['terms', 'rules', 'privacy', 'imprint'] as const
export type SitePageName = (typeof sitePageNames)[number]

/** The maximum length of a page, in code points. */
export const sitePageMax = 50_000

/** The pages that users agree to. */
export const agreedPageNames = ['terms', 'rules'] as const
export type AgreedPageName = (typeof agreedPageNames)[number]

export const isSitePageName = (name: string): name is SitePageName => sitePageNames.some((known) => known === name)

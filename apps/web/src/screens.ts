/**
 * Every screen of the web app, one row each. The router, the menus, the server's first page, the web manifest, the preloads and
 * the browser tests read this table. Node reads it without a bundler, so it imports nothing.
 */

/** The role that decides which screens a person sees. */
export type Viewer = 'visitor' | 'member' | 'support' | 'moderator' | 'admin'

type Params<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Record<Name, string> & Params<Rest>
  : Path extends `${string}:${infer Name}`
    ? Record<Name, string>
    : unknown

interface ScreenOptions {
  /** The viewers who may see the screen. `member` includes all with a session, and `moderator` admins. Other viewers get the 404 page. */
  audience: Viewer | 'everyone'
  /** The file in `app/routes` whose default export renders the screen; it gets a chunk of its own. */
  route: `${string}_route`
  /** The title of the document; null when the screen sets its own. */
  title: string | null
  /** Whether the server renders it into the page (docs/decisions/0030). */
  isServerRendered?: boolean
  /** Calls that the screen always makes, spelled as the browser sends them. */
  preloads?: readonly string[]
  /**
   * A call with the ids that the address names. It is preloaded when the address has no query, or exactly this parameter; both
   * the path parameter and the query parameter have to be UUIDs. `suffix` ends the query of the call.
   */
  addressPreload?: { path: string; query: string; suffix: string }
  /** How the screen shows the picture of the character in its address; names an entry of `pictureSizes`. */
  picture?: 'place' | 'scene'
  /** The server describes the character in the address for previews, and answers 404 unless everyone may see it. */
  isShared?: boolean
  /** The server describes the person in the address for previews, and answers 404 unless the person has a page. */
  isCreator?: boolean
  /** Shows one of the operator's pages. The server answers 404 until it is written. */
  isSitePage?: boolean
  /** The name of the screen among the shortcuts of the installed app. */
  shortcut?: string
}

function screen<const Path extends string>(path: Path, options: ScreenOptions) {
  return {
    ...options,
    path,
    /** The address of the screen. Parameters are encoded; a query is left out when it is empty. */
    href(
      ...[params, query]: {} extends Params<Path> ? [params?: {}, query?: Query] : [params: Params<Path>, query?: Query]
    ) {
      const values = (params ?? {}) as Record<string, string>
      const pathname = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name]!))
      const search = new URLSearchParams(query).toString()
      return search === '' ? pathname : `${pathname}?${search}`
    },
  }
}

type Query = Record<string, string>

const sitePage = <const Path extends string>(path: Path, title: string) =>
  screen(path, { audience: 'everyone', route: 'site_page_route', title, isServerRendered: true, isSitePage: true })

export const screens = {
  landing: screen('/', {
    audience: 'visitor',
    route: 'landing_route',
    title: null,
    isServerRendered: true,
    preloads: ['/api/characters/landing', '/api/demo', '/api/pages'],
  }),
  gallery: screen('/', {
    audience: 'member',
    route: 'gallery_route',
    title: null,
    isServerRendered: true,
    preloads: [
      '/api/characters?limit=24',
      '/api/characters/chips',
      '/api/characters/shelves',
      '/api/following/characters?limit=12',
      '/api/daily-reward/check',
    ],
  }),
  chat: screen('/chat/:characterId', {
    audience: 'member',
    route: 'chat_route',
    title: null,
    isServerRendered: true,
    preloads: ['/api/models'],
    addressPreload: { path: '/api/chats/:characterId', query: 'session', suffix: 'end=true' },
    picture: 'place',
  }),
  group: screen('/group/:groupId', {
    audience: 'member',
    route: 'group_route',
    title: null,
    preloads: ['/api/models'],
  }),
  share: screen('/share/:characterId', {
    audience: 'everyone',
    route: 'share_route',
    title: null,
    isServerRendered: true,
    isShared: true,
  }),
  creator: screen('/u/:username', {
    audience: 'everyone',
    route: 'creator_route',
    title: null,
    isCreator: true,
  }),
  report: screen('/report', { audience: 'everyone', route: 'notice_route', title: 'Report content' }),
  confirmNotice: screen('/report/confirm/:token', {
    audience: 'everyone',
    route: 'confirm_notice_route',
    title: 'Confirm a notice',
  }),
  statement: screen('/statement/:token', {
    audience: 'everyone',
    route: 'statement_route',
    title: 'Statement of reasons',
  }),
  terms: sitePage('/terms', 'Terms'),
  rules: sitePage('/rules', 'Rules'),
  privacy: sitePage('/privacy', 'Privacy'),
  imprint: sitePage('/imprint', 'Imprint'),
  character: screen('/character/:characterId', {
    audience: 'member',
    route: 'character_route',
    title: null,
    picture: 'scene',
  }),
  characterStatistics: screen('/character/:characterId/statistics', {
    audience: 'member',
    route: 'character_statistics_route',
    title: null,
  }),
  statistics: screen('/statistics', { audience: 'member', route: 'statistics_route', title: 'Statistics' }),
  createCharacter: screen('/create-character', {
    audience: 'member',
    route: 'create_character_route',
    title: 'Create a character',
    shortcut: 'Create Character',
  }),
  editCharacter: screen('/edit-character/:characterId', {
    audience: 'member',
    route: 'edit_character_route',
    title: 'Edit character',
  }),
  importFiles: screen('/import', { audience: 'member', route: 'import_route', title: 'Import' }),
  library: screen('/library', { audience: 'member', route: 'library_route', title: 'Library' }),
  pictures: screen('/library/pictures', { audience: 'member', route: 'pictures_route', title: 'Pictures' }),
  collections: screen('/library/collections', {
    audience: 'member',
    route: 'collections_route',
    title: 'Collections',
  }),
  collection: screen('/library/collections/:collectionId', {
    audience: 'member',
    route: 'collection_route',
    title: null,
  }),
  lorebooks: screen('/lorebooks', { audience: 'member', route: 'lorebooks_route', title: 'Lorebooks' }),
  lorebook: screen('/lorebooks/:lorebookId', { audience: 'member', route: 'lorebook_route', title: null }),
  imageGenerator: screen('/ai-image-generator', {
    audience: 'member',
    route: 'image_generator_route',
    title: 'AI image generator',
  }),
  recentChats: screen('/memory', {
    audience: 'member',
    route: 'recent_chats_route',
    title: 'Recent chats',
    shortcut: 'Recent Chats',
  }),
  rubyShop: screen('/ruby-shop', { audience: 'member', route: 'shop_route', title: 'Ruby shop' }),
  notifications: screen('/notifications', {
    audience: 'member',
    route: 'notifications_route',
    title: 'Notifications',
  }),
  profile: screen('/profile', { audience: 'member', route: 'profile_route', title: 'Profile' }),
  settings: screen('/settings', { audience: 'member', route: 'settings_route', title: 'Settings' }),
  settingsSecurity: screen('/settings/security', {
    audience: 'member',
    route: 'settings_security_route',
    title: 'Security',
  }),
  settingsContent: screen('/settings/content', {
    audience: 'member',
    route: 'settings_content_route',
    title: 'Content and replies',
  }),
  settingsNotifications: screen('/settings/notifications', {
    audience: 'member',
    route: 'settings_notifications_route',
    title: 'Notifications',
  }),
  settingsData: screen('/settings/data', { audience: 'member', route: 'settings_data_route', title: 'Data' }),
  settingsTokens: screen('/settings/tokens', { audience: 'member', route: 'settings_tokens_route', title: 'Tokens' }),
  settingsWebhooks: screen('/settings/webhooks', {
    audience: 'member',
    route: 'settings_webhooks_route',
    title: 'Webhooks',
  }),
  settingsInvitations: screen('/settings/invitations', {
    audience: 'member',
    route: 'settings_invitations_route',
    title: 'Invitations',
  }),
  admin: screen('/admin', { audience: 'admin', route: 'dashboard_route', title: 'Dashboard' }),
  adminAudit: screen('/admin/audit', { audience: 'admin', route: 'audit_route', title: 'Audit log' }),
  adminCodes: screen('/admin/codes', { audience: 'admin', route: 'codes_route', title: 'Ruby codes' }),
  adminAnnouncements: screen('/admin/announcements', {
    audience: 'admin',
    route: 'announcements_route',
    title: 'Announcements',
  }),
  adminControlRoom: screen('/admin/control-room', {
    audience: 'admin',
    route: 'control_room_route',
    title: 'Control room',
  }),
  adminCosts: screen('/admin/costs', { audience: 'admin', route: 'costs_route', title: 'Costs' }),
  adminPages: screen('/admin/pages', { audience: 'admin', route: 'admin_pages_route', title: 'Pages' }),
  adminOutbox: screen('/admin/outbox', { audience: 'admin', route: 'outbox_route', title: 'Outbox' }),
  adminReports: screen('/admin/reports', { audience: 'moderator', route: 'reports_route', title: 'Reports' }),
  adminSignUp: screen('/admin/sign-up', { audience: 'admin', route: 'sign_up_route', title: 'Sign-up' }),
  adminCharacters: screen('/admin/characters', {
    audience: 'moderator',
    route: 'admin_characters_route',
    title: 'Character management',
  }),
  adminHeld: screen('/admin/held', { audience: 'moderator', route: 'held_route', title: 'Held for review' }),
}

export type ScreenName = keyof typeof screens
export type Screen = (typeof screens)[ScreenName]

/** The operator's pages, whose screens have the same names. */
export const sitePageScreens = ['terms', 'rules', 'privacy', 'imprint'] as const

/** Returns the page at the path of one of these screens. */
export const sitePageAt = (pathname: string) =>
  sitePageScreens.find((name) => new RegExp(pathPattern(screens[name].path), 'i').test(pathname)) ?? 'terms'

export const screenNames = Object.keys(screens) as ScreenName[]

const isFor = (audience: Viewer | 'everyone', viewer: Viewer): boolean =>
  audience === 'everyone' ||
  audience === viewer ||
  (audience === 'member' && viewer !== 'visitor') ||
  (audience === 'moderator' && viewer === 'admin')

/** The screens that this viewer may see. */
export const screensFor = (viewer: Viewer): ScreenName[] =>
  screenNames.filter((name) => isFor(screens[name].audience, viewer))

/** A regular expression for the addresses of a screen, with a named group for each parameter. */
export const pathPattern = (path: string): string =>
  `^${path.replace(/\/$/, '').replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`

/** The screen that this viewer gets at a path; null for the 404 page. */
export const findScreen = (pathname: string, viewer: Viewer): ScreenName | null =>
  screensFor(viewer).find((name) => new RegExp(pathPattern(screens[name].path), 'i').test(pathname)) ?? null

/**
 * Whether requests to this path are signed: webhooks, and the links in mails that the receiver's programs follow. Other sites send them
 * without cookies, in bodies of any type, which are left to their controllers.
 */
export const isSigned = (path: string): boolean => /^\/api\/(webhooks|unsubscribe)\//.test(path)

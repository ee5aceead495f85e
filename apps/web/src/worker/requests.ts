type RequestInfo = Pick<Request, 'method' | 'mode' | 'url'>

/** Paths that are no pages of the app, except for the sign-in page. */
const otherPaths = /^\/(age|api|health|metrics|pictures|payments)(\/|$)/

/** Whether a tab at this address runs the app. */
export const isAppAddress = (url: string): boolean => !otherPaths.test(new URL(url).pathname)

/** Whether the browser navigates to one of our pages. */
export function isPageRequest({ method, mode, url }: RequestInfo): boolean {
  const { pathname } = new URL(url)
  return method === 'GET' && mode === 'navigate' && (!otherPaths.test(pathname) || pathname === '/api/login')
}

/** Whether it is a build file, whose name contains a hash of its content. */
export function isAssetRequest({ method, url }: RequestInfo): boolean {
  const { origin, pathname } = new URL(url)
  return method === 'GET' && origin === self.location.origin && pathname.startsWith('/assets/')
}

type Asked = Pick<Request, 'method' | 'mode' | 'url'>

/** Addresses that are no pages of the app, but for the sign-in page. */
const foreign = /^\/(api|health|metrics|pictures|payments)(\/|$)/

/** Whether somebody goes to one of our pages: without a network they are told so. */
export function isPage({ method, mode, url }: Asked): boolean {
  const { pathname } = new URL(url)
  return method === 'GET' && mode === 'navigate' && (!foreign.test(pathname) || pathname === '/api/login')
}

/** Whether it is a file of a build, whose name is different as soon as its content is. */
export function isPart({ method, url }: Asked): boolean {
  const { origin, pathname } = new URL(url)
  return method === 'GET' && origin === self.location.origin && pathname.startsWith('/assets/')
}

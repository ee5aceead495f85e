type RegisterTest = (title: string, run: () => Promise<void>) => void

/** Returns a function that registers a test of a kit. Each test opens a provider of its own, which is closed at its end. */
export const scenesOf =
  <Opened extends { close: () => Promise<void> }>({
    name,
    test,
    open,
  }: {
    name: string
    test: RegisterTest
    open: () => Promise<Opened>
  }) =>
  (title: string, run: (opened: Opened) => Promise<void>): void =>
    test(`${name}: ${title}`, async () => {
      const opened = await open()
      try {
        await run(opened)
      } finally {
        await opened.close()
      }
    })

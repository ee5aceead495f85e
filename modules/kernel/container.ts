import type { ApplicationService } from '@adonisjs/core/types'
import type { InspectableConstructor } from '@adonisjs/core/types/container'

type Class<Value> = new (...args: any[]) => Value
type Token<Value> = abstract new (...args: any[]) => Value

/**
 * Binds classes whose constructors have `@inject()`, so that the container creates each of them once. Without a binding, it creates a new
 * one for each use.
 */
export const bindSingletons = ({ container }: ApplicationService, classes: readonly Class<unknown>[]) => {
  for (const Service of classes)
    container.singleton(Service, async (resolver) => {
      const dependencies = (Service as InspectableConstructor).containerInjections?._constructor?.dependencies ?? []
      if (dependencies.length < Service.length) throw new Error(`The constructor of ${Service.name} needs @inject()`)
      return new Service(...(await Promise.all(dependencies.map((token) => resolver.make(token)))))
    })
}

/** Binds an abstract class to the class that implements it, or that the container resolves for it. */
export const bindPort = <Value extends object>(
  { container }: ApplicationService,
  port: Token<Value>,
  implementation: Class<Value>
) => container.singleton(port, (resolver) => resolver.make(implementation) as Promise<Value>)

/** Binds an abstract class that describes settings to a value of the configuration. */
export const bindSettings = <Value extends object>(
  { container, config }: ApplicationService,
  token: Token<Value>,
  key: string
) => container.singleton(token, () => config.get<Value>(key))

import type { ApplicationService } from '@adonisjs/core/types'
import type { InspectableConstructor } from '@adonisjs/core/types/container'

type Resolver = Pick<ApplicationService['container'], 'make'>
type Class<Value> = new (...args: any[]) => Value
type Token<Value> = abstract new (...args: any[]) => Value

/** The types of parameters that the container can't resolve. */
const plainTypes: readonly unknown[] = [Object, Function, Array, String, Number, Boolean]

const construct = async <Value>(resolver: Resolver, Service: Class<Value>): Promise<Value> => {
  const { dependencies = [] } = (Service as InspectableConstructor).containerInjections?._constructor ?? {}
  const injected = dependencies.filter((token) => !plainTypes.includes(token))
  if (injected.length < Service.length)
    throw new Error(`The constructor of ${Service.name} needs @inject() and classes`)
  return new Service(...(await Promise.all(injected.map((token) => resolver.make(token)))))
}

/**
 * Binds classes whose constructors have `@inject()`, so that the container creates each of them once. Without a binding, it creates a new
 * one for each use. Parameters of other types than classes keep their defaults.
 */
export const bindSingletons = ({ container }: ApplicationService, classes: readonly Class<unknown>[]) => {
  for (const Service of classes) container.singleton(Service, (resolver) => construct(resolver, Service))
}

/** Binds an abstract class to the class that implements it, which may have a binding of its own. */
export const bindPort = <Value extends object>(
  { container }: ApplicationService,
  port: Token<Value>,
  implementation: Token<Value>
) =>
  container.singleton(port, (resolver) =>
    container.hasBinding(implementation as never)
      ? (resolver.make(implementation as Class<Value>) as Promise<Value>)
      : construct(resolver, implementation as Class<Value>)
  )

/** Binds an abstract class that describes settings to a value of the configuration. */
export const bindSettings = <Value extends object>(
  { container, config }: ApplicationService,
  token: Token<Value>,
  key: string
) => container.singleton(token, () => config.get<Value>(key))

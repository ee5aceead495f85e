/** The names of a new provider, in the forms that code needs. */
export interface PluginNames {
  /** As given: lower-case letters, digits and hyphens. */
  name: string
  camel: string
  /** The name as a property of an object literal. */
  property: string
}

export interface PluginKind {
  /** The first part of a plugin's folder: `model` in `plugins/model-ollama`. */
  name: string
  /** The interface of its providers, and the kit that they pass. */
  contract: string
  kit: string
  /** The provider that needs no vendor, which a new installation uses. */
  localDefault: string
  /** The folder from which `make-plugin` creates a provider. */
  template: string
  /** The section of docs/plugins.md. */
  docs: string
  /** Returns how to configure a new provider, the last step that `make-plugin` prints. */
  configure(names: PluginNames): string
}

type Given = Pick<PluginKind, 'name' | 'localDefault' | 'docs' | 'configure'>

/** Defines a kind of plugin. The name determines the paths, and tests/architecture checks that the files exist. */
const definePluginKind = (given: Given): PluginKind => ({
  ...given,
  contract: `plugins/contract/${given.name}.ts`,
  kit: `plugins/kits/${given.name}_kit.ts`,
  template: `cli/templates/${given.name}`,
})

export const pluginKinds: readonly PluginKind[] = [
  definePluginKind({
    name: 'model',
    localDefault: 'plugins/model-local',
    docs: 'What a model provider must do',
    configure: ({ name, camel, property }) =>
      `Add to config/model_providers.ts: ${property}: () => ${camel}Model({ baseUrl: '…', apiKey: '…' }), and set MODELS_PROVIDER=${name}`,
  }),
  definePluginKind({
    name: 'payment',
    localDefault: 'plugins/payment-sandbox',
    docs: 'Payments',
    configure: ({ camel }) =>
      `Let config/payments.ts choose ${camel}Payments({ baseUrl: '…', apiKey: '…', webhookSecret: '…' }).`,
  }),
  definePluginKind({
    name: 'image',
    localDefault: 'plugins/image-local',
    docs: 'Images',
    configure: ({ name, camel, property }) =>
      `Add to the choices of config/images.ts: ${property}: { provider: '…', note: null, needs: [], open }, where open imports plugins/image-${name} and returns ${camel}Images({ baseUrl: '…', apiKey: '…' }), and set IMAGES_PROVIDER=${name}`,
  }),
  definePluginKind({
    name: 'mail',
    localDefault: 'plugins/mail-folder',
    docs: 'Mail',
    configure: ({ camel }) => `Let open of config/mail.ts return ${camel}Mail({ baseUrl: '…', apiKey: '…', from }).`,
  }),
  definePluginKind({
    name: 'age',
    localDefault: 'plugins/age-sandbox',
    docs: 'Age checks',
    configure: ({ camel }) => `Let provider of config/age.ts return ${camel}Age({ baseUrl: '…', apiKey: '…' }).`,
  }),
  definePluginKind({
    name: 'bus',
    localDefault: 'plugins/bus-postgres',
    docs: 'Buses',
    configure: ({ camel }) => `Let openBus of config/realtime.ts return ${camel}Bus({ host: '…', port: …, ...deps }).`,
  }),
  definePluginKind({
    name: 'moderation',
    localDefault: 'plugins/moderation-local',
    docs: 'Moderation',
    configure: ({ name, camel, property }) =>
      `Add to the choices of config/moderation.ts: ${property}: open, where open imports plugins/moderation-${name} and returns ${camel}Moderation({ baseUrl: '…', apiKey: '…' }), and set MODERATION=local,${name}`,
  }),
  definePluginKind({
    name: 'voice',
    localDefault: 'plugins/voice-browser',
    docs: 'Voices',
    configure: ({ name, camel, property }) =>
      `Add to the choices of config/voice.ts: ${property}: { provider: '…', needs: [], open }, where open imports plugins/voice-${name} and returns ${camel}Voice({ baseUrl: '…', apiKey: '…' }), and set VOICE_PROVIDER=${name}`,
  }),
]

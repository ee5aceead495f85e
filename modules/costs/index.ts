/** The public interface of costs for the server and other modules. */

export { ModelPrices, type PriceChange } from './src/prices/model_prices.ts'

/** SQL functions of this module that other modules may call. */
export const sqlSurface: { functions: readonly string[] } = { functions: [] }

/** `config/alerts.ts`. */
export abstract class AlertSettings {
  /** Gets each alert as JSON. Null: alerts go out by mail only. */
  abstract readonly webhook: string | null
  /** A folder on the disk whose free space is watched. */
  abstract readonly folder: string
}

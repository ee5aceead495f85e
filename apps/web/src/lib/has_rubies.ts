import { isServerRender } from './server_render.ts'

let isOnAtServer = true

/** Tells the server's rendering what a meta tag of the page tells the browser. */
export const setHasRubies = (isOn: boolean): void => {
  isOnAtServer = isOn
}

/** Whether replies cost rubies. The operator can turn them off, which hides balances, prices, the shop and rewards. */
export const hasRubies = (): boolean =>
  isServerRender ? isOnAtServer : document.querySelector('meta[name="rubies"][content="off"]') === null

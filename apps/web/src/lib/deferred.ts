/** A promise with the functions that settle it. `Promise.withResolvers` is newer than some browsers that the app supports. */
export function deferred<Value = void>() {
  let [resolve, reject]: [(value: Value) => void, (reason: unknown) => void] = [() => {}, () => {}]
  const promise = new Promise<Value>((onResolve, onReject) => {
    resolve = onResolve
    reject = onReject
  })
  return { promise, resolve, reject }
}

import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import https from 'node:https'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { newReceiver, verifyPush } from './push_receiver.ts'
import { waitUntil } from './wait_until.ts'

/** A certificate of 127.0.0.1 until 2126. Only tests trust it. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgKdjXBbccokirjj+x
Grks2eaGbBHao4jmnEKHOegEhtihRANCAATazNV9DHnmOE7Bwj0WflCU2vxXiR3b
KycpufTa1jsTJdx2kGv/+fIHybBldKOWkmOwEbbUO7FTKKjdO6al5gsH
-----END PRIVATE KEY-----`
const certificate = `-----BEGIN CERTIFICATE-----
MIIBszCCAVmgAwIBAgIUKWaHoTjcf2SP4vdbkQAwEXztdhowCgYIKoZIzj0EAwIw
IDEeMBwGA1UEAwwVcHVzaCBzZXJ2aWNlIG9mIHRlc3RzMCAXDTIwMDEwMTAwMDAw
MFoYDzIxMjYxMTA2MjMzMjM0WjAgMR4wHAYDVQQDDBVwdXNoIHNlcnZpY2Ugb2Yg
dGVzdHMwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATazNV9DHnmOE7Bwj0WflCU
2vxXiR3bKycpufTa1jsTJdx2kGv/+fIHybBldKOWkmOwEbbUO7FTKKjdO6al5gsH
o28wbTAdBgNVHQ4EFgQUDPwKv6zNe4PiHkM5PogjqyM6CWIwHwYDVR0jBBgwFoAU
DPwKv6zNe4PiHkM5PogjqyM6CWIwGgYDVR0RBBMwEYcEfwAAAYIJbG9jYWxob3N0
MA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIgTUmkHjCRvdgwZOQS
FdfOfV0PbjZROzSNZeoNZdXV3ZgCIQC3JohXCgw9euYdrGRQNGypoalUdoxC9ibl
B1ZMuMk+6A==
-----END CERTIFICATE-----`

export interface TakenPush {
  /** The path of the endpoint. */
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Starts a push service in this process. Its subscriptions have real keys, by which the test reads what was pushed. */
export const startPushService = async () => {
  const taken: TakenPush[] = []
  const receivers = new Map<string, ReturnType<typeof newReceiver>>()
  const service = {
    ca: certificate,
    origin: '',
    host: '',
    port: 0,
    /** The pushes so far. */
    taken,
    /** Answers the next pushes. */
    answer: (response: ServerResponse, _push: TakenPush): void => void response.writeHead(201).end(),
    /** Returns a new subscription, as `pushManager.subscribe` would. */
    subscription: (path = `/send/${receivers.size + 1}`) => {
      const receiver = newReceiver()
      receivers.set(path, receiver)
      return { endpoint: service.origin + path, keys: receiver.keys }
    },
    /** Decrypts a push, and checks its signature. */
    read: (push: TakenPush) => ({
      message: JSON.parse(receivers.get(push.path)!.decrypt(push.body)),
      token: verifyPush(push.headers.authorization!),
    }),
    waitFor: (count: number) =>
      waitUntil(
        () => `${count} pushes, not ${taken.length}`,
        () => taken.length >= count
      ),
    /** The environment of a server that may push to this service. */
    env: {} as Record<string, string>,
    close: async () => {
      server.closeAllConnections()
      server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  const server = https.createServer({ key, cert: certificate }, async (request, response) => {
    const push = { path: request.url!, headers: request.headers, body: await buffer(request) }
    taken.push(push)
    service.answer(response, push)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const folder = mkdtempSync(join(tmpdir(), 'facet-push-'))
  const file = join(folder, 'ca.pem')
  writeFileSync(file, certificate)
  const host = `127.0.0.1:${port}`
  return Object.assign(service, {
    port,
    host,
    origin: `https://${host}`,
    env: { OUTBOUND_PRIVATE: host, NODE_EXTRA_CA_CERTS: file },
  })
}

export type PushService = Awaited<ReturnType<typeof startPushService>>

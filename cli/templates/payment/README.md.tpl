# payment-__name__

Money through __name__.

```ts
__camel__Payments({ baseUrl: 'https://…', apiKey: '…', webhookSecret: '…' })
```

## What is asked

- A checkout: `POST {baseUrl}/checkouts`, the order's id as the idempotency key.
- How it stands: `GET {baseUrl}/checkouts/{reference}`. Only a 404 that says `no_such_checkout` means that there is none.

## What is reported

Webhooks at `APP_URL/api/webhooks/payments/__name__`, signed in the header `__name__-signature` as `TIME;SIGNATURE`, the signature being HMAC-SHA256
over `TIME.BODY`, at most five minutes from now. Nothing is parsed before it holds.

## Tests

`conformance.spec.ts` runs the kit in memory and over HTTP, with the vendor played after `framing.ts`. It was never run against the vendor.

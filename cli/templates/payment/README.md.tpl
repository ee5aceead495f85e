# payment-__name__

Takes payments with __name__.

```ts
__camel__Payments({ baseUrl: 'https://…', apiKey: '…', webhookSecret: '…' })
```

## Requests

- Checkout: `POST {baseUrl}/checkouts`, with the order id as idempotency key.
- Look-up: `GET {baseUrl}/checkouts/{reference}`. Only a 404 with `no_such_checkout` means an unknown checkout.

## Webhooks

At `APP_URL/api/webhooks/payments/__name__`. The header `__name__-signature` is `TIME;SIGNATURE`, an HMAC-SHA256 over `TIME.BODY`, at most five
minutes old. Nothing is parsed before the signature is verified.

## Tests

`conformance.spec.ts` runs the kit, with the wire format in `framing.ts`. Not tested with the real vendor.

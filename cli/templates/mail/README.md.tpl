# mail-__name__

Sends mail with __name__.

```ts
__camel__Mail({ baseUrl: 'https://…', apiKey: '…', from: { name: 'Facet', address: 'no-reply@facet.example' } })
```

## Requests

- A mail: `POST {baseUrl}/messages` with `from`, `to`, `subject`, `text`, `html` and `headers`.
- The check: `GET {baseUrl}/account`.

## Errors

Classified by status (`http_failure.ts` of the contract). No message quotes the vendor, because its words may repeat an address.

## Tests

`conformance.spec.ts` runs the kit, with the wire format in `framing.ts`. Not tested with the real vendor.

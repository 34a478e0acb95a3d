/** A ticket of ordinary size, about 700 bytes, as weigh bridge software writes it. */
export function ticketText(locationId: string, externalId: string, index: number): string {
  const time = new Date(Date.UTC(2026, 0, 1) + (index % 525_600) * 60_000).toISOString();
  const tare = 9000 + (index % 50) * 20;
  const nett = 20_000 + (index % 997) * 10;
  return (
    `{"locationId":"${locationId}","externalId":"${externalId}","type":"delivery","tripNumber":${index % 40},` +
    `"nettWeight":{"quantity":${nett}.00,"unit":"kg","datetime":"${time}","serialNumber":${index}},` +
    `"grossWeight":{"quantity":${nett + tare},"unit":"kg","datetime":"${time}"},"tareWeight":{"quantity":${tare},"unit":"kg","datetime":"${time}"},` +
    `"customer":{"name":"Customer ${index % 50}","reference":"C${index % 50}","city":"Utrecht","countryCode":"NL"},` +
    `"product":{"identifier":"P${index % 12}","name":"Asphalt ${index % 12}"},"project":{"identifier":"J${index % 80}"},` +
    `"vehicle":{"licenseplate":"${String.fromCharCode(65 + (index % 26))}X-${100 + (index % 700)}-B","countryCode":"NL"}}`
  );
}

/** An HTTP request that posts a body. */
export function postRequest(path: string, body: string, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${path} HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\n${lines.join('')}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

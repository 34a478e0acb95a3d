// npm run campaign:connections [-- CONNECTIONS REQUESTS]: idle connections, endless requests, many small ones; see
// support/connection-campaign.ts. Each connection takes a file descriptor here and one in the server (ulimit -n).
import { connectionCampaign } from './support/connection-campaign.ts';

const [connections, requests] = [Number(process.argv[2] ?? 10_000), Number(process.argv[3] ?? 1_000_000)];
const result = await connectionCampaign({ connections, requests }, (line) => console.log(line));
console.log(JSON.stringify(result));

// npm run campaign:connections [-- CONNECTIONS REQUESTS]: idle connections, endless requests, many small ones; see
// testing/connection-campaign.ts. Each connection takes a file descriptor here and one in the server (ulimit -n).
import { connectionCampaign } from '../testing/connection-campaign.ts';
import { countOf } from '../testing/count-of.ts';

const connections = countOf('the number of connections', process.argv[2], 10_000);
const requests = countOf('the number of requests', process.argv[3], 1_000_000);
const result = await connectionCampaign({ connections, requests }, (line) => console.log(line));
console.log(JSON.stringify(result));

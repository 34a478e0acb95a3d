// npm run campaign:conversion [-- ROUNDS]: kill -9 at random moments of running imports; see
// testing/conversion-campaign.ts.
import { killCampaign } from '../testing/conversion-campaign.ts';
import { countOf } from '../testing/count-of.ts';

const rounds = countOf('the number of rounds', process.argv[2], 50);
const POINTS = 20_000;
const result = await killCampaign(rounds, POINTS, Math.random, (line) => console.log(line));
console.log(JSON.stringify(result));

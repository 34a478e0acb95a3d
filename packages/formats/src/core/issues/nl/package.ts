import type { Translated } from '../language.ts';
import type { packageIssues as EnglishPackageIssues } from '../package.ts';

export const packageIssues: Translated<typeof EnglishPackageIssues> = {
  'package-not-zip': [
    'het bestand is geen opdrachtpakket, dat een ZIP-archief is; het is beschadigd of heeft de verkeerde naam',
    'kopieer het opnieuw, of hernoem het',
  ],
  'not-ours': [
    '{name} is geen veldopdracht van dit programma: {found}',
    'bestanden van de programma’s van de fabrikant kunnen niet worden gelezen; exporteer daar DXF, LandXML of punten',
  ],
  'database-damaged': [
    '{name} is beschadigd of niet als veldopdracht geschreven: {found}',
    'gebruik een volledige kopie van het bestand',
  ],
  'version-too-new': [
    '{name} heeft versie {version}; dit programma kent versies tot {newest}',
    'werk het programma bij, of sla de opdracht op voor een ouder programma',
  ],
  'manifest-damaged': '{name} kan niet worden gebruikt: {found}',
  'part-missing': 'het manifest noemt “{path}”, dat niet in het archief zit',
  'part-unknown': '“{path}” zit in het archief, maar staat niet in het manifest',
  'digest-mismatch':
    '“{path}” heeft {size} bytes met SHA-256 {found} in plaats van {stated} met {expected}: het is gewijzigd of beschadigd',
  'table-not-read': [
    '{table} is {found}, en dat wordt niet uitgewerkt; er is niets van gelezen',
    'sla de rijen op als tabel met die naam',
  ],
  'geometry-skipped':
    '{row} heeft geen leesbare geometrie; een object is weggelaten, een grondslagpunt of plat vlak verloor zijn positie',
  'arcs-lost': '{row} {found}; de bogen zijn nu de koorden van de geometrie',
  'drawing-file-missing':
    'het bestand “{path}” van {row} zit niet in het pakket; alleen het lijnwerk van die tekening is bekend',
};

import type { Translated } from '../language.ts';
import type { pdfIssues as EnglishPdfIssues } from '../pdf.ts';

export const pdfIssues: Translated<typeof EnglishPdfIssues> = {
  'pdf-encrypted': ['het bestand is met een wachtwoord beveiligd', 'sla het zonder wachtwoord op'],
  'pdf-damaged': 'het bestand kan niet als PDF worden geopend ({reason}); het is afgekapt of beschadigd',
  'pdf-too-many-pages': 'het bestand heeft {pages} pagina’s; de grens is {limit}',
  'pdf-no-page': 'er is geen pagina {page}: het bestand heeft {pages pagina|pagina’s}',
  'pdf-page-damaged': 'pagina {page} kan niet worden gelezen ({reason}); ze is weggelaten',
  'pdf-part-damaged': 'een deel van het bestand is beschadigd ({reason}); wat dat nodig heeft is weggelaten',
  'pdf-page-tree-circular':
    'de paginaboom leidt van object {object} naar zichzelf terug; onbereikbare pagina’s zijn weggelaten',
  'pdf-page-tree-count':
    'de paginaboom noemt {listed} pagina’s maar geeft er {stated} op; onbereikbare pagina’s zijn weggelaten',
  'pdf-scale-stated': [
    'het bestand geeft de schaal {scales} op; de coördinaten zijn meters op papier',
    'geef plotScale op om meters in het terrein te krijgen',
  ],
  'pdf-georeferenced': [
    'de plaats van de pagina’s op aarde is niet gebruikt',
    'plaats de tekening met twee posities (placement=line)',
  ],
  'pdf-form-in-itself': 'pagina {page}: een formulier bevat zichzelf en is er niet nog eens in getekend ({times} keer)',
  'pdf-outside': 'pagina {page}: {thing} buiten het zichtbare deel van de pagina weggelaten',
  'pdf-path-skipped': 'pagina {page}: een pad zonder bruikbare coördinaten is weggelaten',
  'pdf-tiling-pattern': 'pagina {page}: een pad is met een tegelpatroon gevuld; de omtrek is zonder kleur getekend',
  'pdf-pattern': 'pagina {page}: een pad is met een patroon gevuld; de omtrek is zonder kleur getekend',
  'pdf-shading': 'pagina {page}: een pad is met een kleurverloop gevuld; de omtrek is zonder kleur getekend',
  'pdf-not-drawn':
    'pagina {page}: {operator} (een kleurverloop of een herhaalde afbeelding) heeft geen lijnwerk en is weggelaten',
  'pdf-text-unknown':
    'pagina {page}: een tekst heeft letters waarvan het bestand de betekenis niet geeft; het zijn de codes van hun lettertype',
  'pdf-annotation-left-out': [
    'pagina {page}: een annotatie ({kind}: “{words}”) zonder weergave in het bestand is weggelaten',
    'druk het bestand af naar een PDF om er een te geven',
  ],
  'pdf-image': 'pagina {page}: een afbeelding werd de achtergrondtekening “{name}”',
  'pdf-image-outline': 'pagina {page}: zoals gevraagd is alleen de omtrek van een afbeelding getekend',
  'pdf-image-small':
    'pagina {page}: van een symbool of patroon ({width} × {height} pixels) is alleen de omtrek getekend',
  'pdf-images-limit':
    'pagina {page}: alleen de omtrek van een afbeelding is getekend: het bestand heeft meer dan {most} afbeeldingen',
  'pdf-image-undecoded':
    'pagina {page}: alleen de omtrek van een afbeelding is getekend: de pixels kunnen niet worden gedecodeerd',
  'pdf-image-skipped': 'pagina {page}: een afbeelding zonder bruikbare positie is weggelaten',
  'pdf-image-resized':
    'pagina {page}: een afbeelding van {stated} pixels is uitgepakt tot {size}: ze is te groot, of haar eigen kop zegt het zo',
  'pdf-image-too-large': 'afbeeldingen weggelaten omdat ze te groot zijn: {images}',
};

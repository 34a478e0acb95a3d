import type { Translated } from '../language.ts';
import type { lossIssues as EnglishLossIssues } from '../losses.ts';

export const lossIssues: Translated<typeof EnglishLossIssues> = {
  'point-left-out': '{count punt|punten} weggelaten: het formaat kan ze niet bevatten',
  'line-left-out': '{count lijn|lijnen} weggelaten: het formaat kan ze niet bevatten',
  'area-left-out': '{count vlak|vlakken} weggelaten: het formaat kan ze niet bevatten',
  'text-left-out': '{count tekst|teksten} weggelaten: het formaat kan ze niet bevatten',
  'surface-left-out': '{count terreinmodel|terreinmodellen} weggelaten: het formaat kan ze niet bevatten',
  'alignment-left-out': '{count as|assen} weggelaten: het formaat kan ze niet bevatten',
  'plane-left-out': '{count plat vlak|platte vlakken} weggelaten: het formaat kan ze niet bevatten',
  'control-point-left-out': '{count grondslagpunt|grondslagpunten} weggelaten: het formaat kan ze niet bevatten',
  'code-left-out':
    '{count code van de codebibliotheek|codes van de codebibliotheek} weggelaten: het formaat kan ze niet bevatten',
  'drawing-left-out': '{count achtergrondtekening|achtergrondtekeningen} weggelaten: het formaat kan ze niet bevatten',
  'drawing-drawn':
    '{count achtergrondtekening|achtergrondtekeningen} als lijnwerk geschreven, elk op lagen met haar naam',
  'observation-left-out': '{count ruwe waarneming|ruwe waarnemingen} weggelaten: het formaat kan ze niet bevatten',
  'name-left-out': 'namen weggelaten omdat het formaat ze niet kan bevatten: {found}',
  'feature-code-left-out': 'codes weggelaten omdat het formaat ze niet kan bevatten: {found}',
  'description-left-out': 'beschrijvingen weggelaten omdat het formaat ze niet kan bevatten: {found}',
  'attribute-left-out': 'attribuutwaarden weggelaten omdat het formaat ze niet kan bevatten: {found}',
  'layer-left-out': 'lagen weggelaten omdat het formaat ze niet kan bevatten: {found}',
  'colour-left-out': 'eigen kleuren weggelaten omdat het formaat ze niet kan bevatten: {found}',
  'line-type-left-out': 'eigen lijntypen weggelaten omdat het formaat ze niet kan bevatten: {found}',
  'line-weight-left-out': 'eigen lijndikten weggelaten omdat het formaat ze niet kan bevatten: {found}',
  'time-left-out': 'tijden weggelaten omdat het formaat ze niet kan bevatten: {found}',
  'quality-left-out': 'standaardafwijkingen weggelaten omdat het formaat ze niet kan bevatten: {found}',
  'list-left-out': 'namen van puntenlijsten weggelaten omdat het formaat ze niet kan bevatten: {found}',
  'block-left-out': 'namen van blokken weggelaten omdat het formaat ze niet kan bevatten: {found}',
  'page-left-out': 'paginanummers weggelaten omdat het formaat ze niet kan bevatten: {found}',
  'job-detail-left-out': 'gegevens van de opdracht weggelaten omdat het formaat ze niet kan bevatten: {found}',
  'layer-detail-left-out': 'gegevens van lagen weggelaten omdat het formaat ze niet kan bevatten: {found}',
  'surface-detail-left-out': 'gegevens van terreinmodellen weggelaten omdat het formaat ze niet kan bevatten: {found}',
  'alignment-detail-left-out': 'gegevens van assen weggelaten omdat het formaat ze niet kan bevatten: {found}',
  'control-point-detail-left-out':
    'gegevens van grondslagpunten weggelaten omdat het formaat ze niet kan bevatten: {found}',
  'crs-left-out': [
    'het formaat kan het coördinatenstelsel niet bevatten, {name}',
    'geef het op waar het bestand wordt gelezen',
  ],
  'degrees-bare': [
    'het formaat kan het coördinatenstelsel niet bevatten, {name}: de graden ervan worden geschreven zoals ze zijn, en de meeste programma’s zien ze aan voor lengten',
    'geef de optie crs op om de coördinaten van een geprojecteerd stelsel te schrijven',
  ],
  'elevation-infinite':
    '{count oneindige hoogte|oneindige hoogten} als onbekend geschreven: het formaat kan ze niet bevatten',
  'coordinates-rounded':
    '{count coördinaat|coördinaten} afgerond op {decimals} decimalen; de grootste verandering is {most} ({unit})',
};

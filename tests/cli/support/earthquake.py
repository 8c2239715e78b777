"""An earthquake and two stations: the scenario, with SOURCE and RECEIVERS to be filled in, and files that fill them."""

SCENARIO = """\
title = "Two stations and an earthquake"
[domain]
x = [-10000, 10000]
y = [-10000, 10000]
z = [-10000, 0]
[model]
vp = 6000.0
vs = 3464.0
rho = 2700.0
[boundary]
top = "free"
[[source]]
SOURCE
[[receivers]]
name = "net"
RECEIVERS
[time]
duration = 4.0
sample_interval = 0.02
[mesh]
spacing = 500.0
[output]
plots = false
"""

STATIONS = """\
# SPECFEM: name network latitude (or y) longitude (or x) elevation burial
NEAR AA 2000.0 1000.0 0.0 0.0
DEEP AA -3000.0 4000.0 0.0 500.0
"""

CMTSOLUTION = """\
PDE 1999 01 01 00 00 00.00 0 0 4000 5.0 5.0 test
event name:      test
time shift:      0.0000
half duration:   1.0
latorUTM:        250.0
longorUTM:       -500.0
depth:           4.0
Mrr:             1.0e24
Mtt:             -3.0e24
Mpp:             2.0e24
Mrt:             0.5e24
Mrp:             -0.25e24
Mtp:             0.75e24
"""

FORCESOLUTION = """\
FORCE  001
time shift:     0.0000
f0:             1.0
latorUTM:       250.0
longorUTM:      -500.0
depth:          4.0
factor force source:             2.d12
component dir vect source E:     0.0
component dir vect source N:     0.0
component dir vect source Z_UP:  -3.0
"""

QUAKEML = """\
<?xml version="1.0" encoding="UTF-8"?>
<q:quakeml xmlns:q="http://quakeml.org/xmlns/quakeml/1.2" xmlns="http://quakeml.org/xmlns/bed/1.2">
<eventParameters publicID="smi:local/x"><event publicID="smi:local/event/testquake">
<origin publicID="smi:local/o"><time><value>2011-03-11T05:46:24.250Z</value></time>
<latitude><value>37.01</value></latitude><longitude><value>139.98</value></longitude><depth><value>4000</value></depth></origin>
<focalMechanism publicID="smi:local/m"><momentTensor publicID="smi:local/t"><derivedOriginID>smi:local/o</derivedOriginID>
<tensor><Mrr><value>1e17</value></Mrr><Mtt><value>-3e17</value></Mtt><Mpp><value>2e17</value></Mpp>
<Mrt><value>5e16</value></Mrt><Mrp><value>-2.5e16</value></Mrp><Mtp><value>7.5e16</value></Mtp></tensor>
<sourceTimeFunction><type>triangle</type><duration>1.0</duration></sourceTimeFunction>
</momentTensor></focalMechanism></event></eventParameters></q:quakeml>
"""

STATION_XML = """\
<?xml version="1.0" encoding="UTF-8"?>
<FDSNStationXML xmlns="http://www.fdsn.org/xml/station/1" schemaVersion="1.1">
<Source>test</Source><Created>2020-01-01T00:00:00Z</Created>
<Network code="JP"><Station code="NEAR"><Latitude>37.02</Latitude><Longitude>140.01</Longitude><Elevation>0</Elevation>
<Site><Name>near</Name></Site></Station>
<Station code="DEEP"><Latitude>36.97</Latitude><Longitude>140.04</Longitude><Elevation>0</Elevation><Site><Name>deep</Name></Site>
<Channel code="HHZ" locationCode="00"><Latitude>36.97</Latitude><Longitude>140.04</Longitude><Elevation>0</Elevation>
<Depth>500</Depth></Channel></Station></Network></FDSNStationXML>
"""
